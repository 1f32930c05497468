import type { Subscription } from '@nimbo/bus/bus'
import { schedulerRpc } from '@nimbo/contracts/compute-rpc/scheduler'
import type { Notifier } from '@nimbo/notifications/notifier'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import { tracer } from '@nimbo/trace/tracer'
import type { NovaConfig } from '../config.ts'
import type { Databases } from '../db/cells/databases.ts'
import { selectDestinations } from '../scheduler/select-destinations.ts'
import type { Machine } from './machine.ts'
import type { ServiceClients } from './open-clients.ts'

export interface SchedulerRole {
  readonly databases: Databases
  readonly clients: Pick<ServiceClients, 'placement' | 'network'>
  readonly config: NovaConfig
  readonly notifier: Notifier
}

/** Serves the scheduler's RPC interface. */
export const runScheduler = (
  { bus, clock, log, spans, silentBefore }: Machine,
  { databases, clients, config, notifier }: SchedulerRole,
): Promise<Subscription> => {
  const select = selectDestinations({
    databases,
    placement: clients.placement,
    network: clients.network,
    ...{ clock, silentBefore, notifier },
    tracer: tracer('nova-scheduler', spans),
    options: { ...config.scheduler, ...config.workarounds, ...config.filter_scheduler, ...config.DEFAULT },
    config,
  })
  return serveRpc(bus, schedulerRpc, { log }, { selectDestinations: select })
}
