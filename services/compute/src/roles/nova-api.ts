import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { notifyingService } from '@nimbo/service/notifying-service'
import { tracer } from '@nimbo/trace/tracer'
import { projectLimits } from '../app/quotas/project-limits.ts'
import { computeApis } from '../api/compute-api.ts'
import { rpcComputeHostPort } from '../conductor/rpc-compute-host-port.ts'
import { rpcConductorPort } from '../conductor/rpc-conductor-port.ts'
import type { NovaConfig } from '../config.ts'
import { openCells } from '../db/cells/open-cells.ts'
import { computeEnforcer } from '../policies.ts'
import { novaNotifications, serverNoticesOf } from './nova-notifications.ts'
import { openClients } from './open-clients.ts'
import { sealSecrets } from './seal-secrets.ts'

export interface NovaApiOptions {
  readonly config: NovaConfig
}

/** Starts the compute API. It is stateless, so any number can serve the same cloud. */
export const startNovaApi = async (
  host: ServiceHost,
  { config }: NovaApiOptions,
): Promise<RunningService> => {
  const { bus, clock, log } = host
  const { seal } = sealSecrets(config)
  const notifications = await novaNotifications(host, config)
  const cells = await openCells(host, config, notifications)
  const { databases } = cells
  const clients = openClients(host)
  const handler = computeApis(host, {
    databases,
    clients: clients.users,
    limits: projectLimits({ databases, clock, config, unified: clients.limits, usages: clients.usages }),
    conductor: rpcConductorPort(bus),
    computeHost: rpcComputeHostPort(cells),
    enforcer: computeEnforcer(host.override('nova', 'policy.yaml')),
    config,
    notifier: notifications.notifier,
    notices: serverNoticesOf(host, notifications, config),
    traces: host.traces,
    tracer: tracer('nova-api', host.spans),
    clock,
    log,
    seal,
  })
  return notifyingService(handler, notifications)
}
