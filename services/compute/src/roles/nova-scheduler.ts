import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { hostOf, type NovaConfig } from '../config.ts'
import { openCells } from '../db/cells/open-cells.ts'
import { discoverRegularly } from '../tasks/discover-regularly.ts'
import { novaNotifications } from './nova-notifications.ts'
import { openClients } from './open-clients.ts'
import { registerRole } from './register-role.ts'
import { runScheduler } from './run-scheduler.ts'

export interface NovaSchedulerOptions {
  readonly config: NovaConfig
}

/** Starts a scheduler. It is stateless, and placement decides about claims, so any number can run. */
export const startNovaScheduler = async (
  host: ServiceHost,
  { config }: NovaSchedulerOptions,
): Promise<RunningService> => {
  const { clock, log } = host
  const notifications = await novaNotifications(host, config)
  const cells = await openCells(host, config, notifications)
  const scheduler = await runScheduler(host, {
    databases: cells.databases,
    clients: openClients(host).own,
    config,
    notifier: notifications.notifier,
  })
  const registered = registerRole({
    binary: 'nova-scheduler',
    host: hostOf(config),
    databases: cells.databases,
    ...{ clock, log, everyMs: config.DEFAULT.report_interval * 1000 },
  })
  const discovering = discoverRegularly(
    { databases: cells.databases, clock, log },
    config.scheduler.discover_hosts_in_cells_interval,
  )
  return {
    begin: async () => {
      notifications.start()
      registered.start()
      discovering?.start()
    },
    settled: async () => {
      await registered.idle()
      await notifications.idle()
    },
    stop: async () => {
      await discovering?.stop()
      await registered.stop()
      await scheduler.close()
      await notifications.stop()
    },
  }
}
