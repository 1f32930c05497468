import type { Context } from '@nimbo/kernel/context'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import type { Aggregate } from '../../domain/hosts/aggregate.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { changeAggregate } from '../notices/aggregate-notices.ts'
import { requireSafeZone } from './require-safe-zone.ts'

type HostDeps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'clients' | 'notifier' | 'config'>

/** Copies the aggregate membership to the host's resource providers, so that placement can filter by it. */
const mirror =
  ({ databases, clock, clients }: HostDeps) =>
  async (ctx: Context, aggregate: Aggregate, host: string, isMember: boolean): Promise<void> => {
    const cellId = await hostMappings(databases.api, clock).cellOf(host)
    if (cellId === undefined) return
    const nodes = await computeNodes(await databases.cell(cellId), clock).ofHost(host)
    for (const { id, node } of nodes) {
      // A host that has just reported for the first time has a node, but perhaps no provider yet.
      if (isMember) await clients.service.placement.ensureProvider(ctx, { uuid: id, name: node })
      await clients.service.placement.setMembership(ctx, id, aggregate.uuid, isMember)
    }
  }

/** Adds a host to an aggregate. */
export const addAggregateHost = (deps: HostDeps) => {
  const require = requireSafeZone(deps)
  const tell = mirror(deps)
  const change = changeAggregate(deps)
  return async (ctx: Context, aggregate: Aggregate, host: string): Promise<void> => {
    const { databases, clock } = deps
    if ((await hostMappings(databases.api, clock).cellOf(host)) === undefined)
      throw errors.HostNotFound({ host })
    const zone = aggregate.metadata.availability_zone
    await require({ action: 'add host to aggregate', aggregate, hosts: [host], zone })
    await change(ctx, { what: 'addHost', aggregate, host }, async (stored) => {
      if (!(await stored.addHost(aggregate.id, host)))
        throw errors.AggregateHasHost({ id: String(aggregate.id), host })
      return aggregate.id
    })
    await tell(ctx, aggregate, host, true)
  }
}

/** Removes a host from an aggregate, even if the host no longer exists. */
export const removeAggregateHost = (deps: HostDeps) => {
  const require = requireSafeZone(deps)
  const tell = mirror(deps)
  const change = changeAggregate(deps)
  return async (ctx: Context, aggregate: Aggregate, host: string): Promise<void> => {
    const leaving = aggregate.hosts.filter((member) => member === host)
    await require({ action: 'remove host from aggregate', aggregate, hosts: leaving, zone: undefined })
    await change(ctx, { what: 'removeHost', aggregate, host }, async (stored) => {
      if (!(await stored.removeHost(aggregate.id, host)))
        throw errors.AggregateLacksHost({ id: String(aggregate.id), host })
      return aggregate.id
    })
    await tell(ctx, aggregate, host, false)
  }
}
