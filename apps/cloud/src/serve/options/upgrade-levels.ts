import { option, type Settings, type ValueGiven } from '@nimbo/config/option'
import { defineOptions } from '@nimbo/config/option-group'
import { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import { conductorRpc } from '@nimbo/contracts/compute-rpc/conductor'
import { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import { schedulerRpc } from '@nimbo/contracts/compute-rpc/scheduler'
import { networkAgent, networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import type { RpcVersion } from '@nimbo/rpc/define-rpc'
import { type VersionCaps, versionCaps } from '@nimbo/rpc/version-caps'
import type { ServiceName } from '../../roles/role.ts'
import type { Settings as ServiceSettings } from '../../settings.ts'

const form = /^\d+\.\d+$/

const isVersion = (text: string): text is RpcVersion => form.test(text)

const version = <const S extends Settings<RpcVersion>>(settings: S) =>
  option<RpcVersion, S>(
    {
      description: 'version, such as 1.3',
      parse: (text) => {
        if (!isVersion(text)) throw new Error('a version, such as 1.3')
        return text
      },
      format: (value) => value,
    },
    settings,
  )

const level = (who: string) =>
  version({
    help: `The newest version of messages to send to ${who} while some of them are older; no limit unless given.`,
  })

export const novaUpgradeLevels = defineOptions('upgrade_levels', {
  compute: level('compute hosts'),
  conductor: level('conductors'),
  scheduler: level('schedulers'),
})

export const neutronUpgradeLevels = defineOptions('upgrade_levels', {
  plugin: level('neutron-server'),
  agent: level('agents of networks'),
})

export const cinderUpgradeLevels = defineOptions('upgrade_levels', {
  scheduler: level('cinder-scheduler'),
  volume: level('cinder-volume'),
})

/** What a service's options of `[upgrade_levels]` make its clients keep to, by topic. */
export const versionCapsOf = (service: ServiceName, settings: ServiceSettings): VersionCaps =>
  versionCaps(levelsByTopic(service, settings))

const levelsByTopic = (
  service: ServiceName,
  settings: ServiceSettings,
): Readonly<Record<string, ValueGiven<RpcVersion, Settings<RpcVersion>>>> => {
  switch (service) {
    case 'nova': {
      const { compute, conductor, scheduler } = settings('nova', [novaUpgradeLevels]).upgrade_levels
      return {
        [agentRpc.topic]: compute,
        [conductorRpc.topic]: conductor,
        [hostConductorRpc.topic]: conductor,
        [schedulerRpc.topic]: scheduler,
      }
    }
    case 'neutron': {
      const { plugin, agent } = settings('neutron', [neutronUpgradeLevels]).upgrade_levels
      return { [networkPlugin.topic]: plugin, [networkAgent.topic]: agent }
    }
    case 'cinder': {
      const { scheduler, volume } = settings('cinder', [cinderUpgradeLevels]).upgrade_levels
      return { [volumeSchedulerRpc.topic]: scheduler, [volumeHostRpc.topic]: volume }
    }
    case 'keystone':
    case 'placement':
    case 'glance':
      return {}
  }
}
