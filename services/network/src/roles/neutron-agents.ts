import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { NeutronConfig } from '../config.ts'
import type { NetworkAgentDriver } from '../driver/network-agent-driver.ts'
import { hostConfigurations } from '../agent/host-configurations.ts'
import { nicSwitchIfConfigured } from '../agent/cards/nic-switch.ts'
import { metadataProxyIfConfigured } from './metadata-proxy-if-configured.ts'
import { hostAgent } from '../tasks/host-agent.ts'

export interface NeutronAgentsOptions {
  readonly config: NeutronConfig
  readonly drivers: { network(): Promise<NetworkAgentDriver> }
  /** The hosts whose agents run in this process: usually one, with simulated hosts any number. */
  readonly hosts: readonly string[]
}

/** Starts the L2 and DHCP agents of these hosts. They have no database access and ask the server for everything. */
export const startNeutronAgents = async (
  { bus, clock, log, spans, transport }: Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'spans' | 'transport'>,
  { config, drivers, hosts }: NeutronAgentsOptions,
): Promise<RunningService> => {
  const driver = await drivers.network()
  const agentOf = async (host: string) =>
    hostAgent({
      host,
      driver,
      bus,
      clock,
      log: log.child({ host }),
      spans,
      configurations: hostConfigurations(config.linux_bridge, host, driver),
      availabilityZone: config.AGENT.availability_zone,
      nicSwitch: await nicSwitchIfConfigured(driver, config.sriov_nic, host),
      metadata: await metadataProxyIfConfigured({ bus, clock, transport, log: log.child({ host }) }, config),
      reportIntervalMs: config.AGENT.report_interval * 1000,
    })
  const agents = await Promise.all(hosts.map(agentOf))
  return {
    begin: async () => {
      for (const agent of agents) await agent.start()
    },
    settled: async () => {
      for (const agent of agents) await agent.idle()
    },
    stop: async () => {
      for (const agent of agents) await agent.stop()
    },
  }
}
