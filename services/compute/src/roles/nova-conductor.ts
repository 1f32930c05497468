import { pause } from '@nimbo/kernel/deadline'
import { projectLimits } from '../app/quotas/project-limits.ts'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { hostOf, type NovaConfig } from '../config.ts'
import { openCells } from '../db/cells/open-cells.ts'
import { novaNotifications, serverNoticesOf } from './nova-notifications.ts'
import { openClients } from './open-clients.ts'
import { registerRole } from './register-role.ts'
import { type ConductorRole, runConductor } from './run-conductor.ts'
import { sealSecrets } from './seal-secrets.ts'

export interface NovaConductorOptions extends Pick<ConductorRole, 'instance'> {
  readonly config: NovaConfig
}

const lookAgainMs = 5

/** Starts a conductor: it writes for the hosts of every cell, and runs the flows of servers. Any number can share the work. */
export const startNovaConductor = async (
  host: ServiceHost,
  { config, instance }: NovaConductorOptions,
): Promise<RunningService> => {
  const { bus, clock, log } = host
  const { unseal } = sealSecrets(config)
  const notifications = await novaNotifications(host, config)
  const cells = await openCells(host, config, notifications)
  const notices = serverNoticesOf(host, notifications, config)
  const { own: clients, surveys, limits: unified, usages } = openClients(host)
  const conductor = runConductor(host, {
    ...{ cells, clients, surveys, config, notices, unseal },
    notifier: notifications.notifier,
    limits: projectLimits({ databases: cells.databases, clock, config, unified, usages }),
    ...(instance === undefined ? {} : { instance }),
  })
  const registered = registerRole({
    binary: 'nova-conductor',
    host: hostOf(config),
    databases: cells.databases,
    ...{ clock, log, everyMs: config.DEFAULT.report_interval * 1000 },
  })
  await conductor.listen()
  return {
    begin: async () => {
      notifications.start()
      registered.start()
      await conductor.beginFlows()
    },
    settled: async () => {
      for (;;) {
        await bus.idle()
        await conductor.idle()
        await notifications.idle()
        if ((await conductor.active()) === 0) return
        await pause(clock, lookAgainMs)
      }
    },
    census: () => conductor.census(),
    stop: async () => {
      await conductor.stop()
      await registered.stop()
      await notifications.stop()
    },
  }
}
