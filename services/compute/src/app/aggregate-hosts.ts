import { aggregates } from '../db/aggregates.ts'
import { hostMappings } from '../db/host-mappings.ts'
import type { Aggregate } from '../domain/aggregate.ts'
import { zonesOfHosts } from '../domain/availability-zones.ts'
import { errors } from '../errors.ts'
import type { ComputeApiDeps } from './app.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock'>

/** Throws when one of `hosts` is by another aggregate in another zone than `zone`: a host is in one zone at most. */
export const requireOneZone =
  ({ databases, clock }: Deps) =>
  async (aggregate: Aggregate, zone: string | undefined, hosts: readonly string[]): Promise<void> => {
    if (zone === undefined) return
    const others = (await aggregates(databases.api, clock).list()).filter(({ id }) => id !== aggregate.id)
    const zones = zonesOfHosts(others)
    const conflicting = hosts.find((host) => (zones.get(host) ?? zone) !== zone)
    if (conflicting !== undefined)
      throw errors.InvalidAggregate({
        reason: `Cannot perform action on aggregate ${aggregate.id}. Reason: One or more hosts already in different availability zone(s) ${zones.get(conflicting)}.`,
      })
  }

/** Puts a host of the cloud into an aggregate. */
export const addAggregateHost = (deps: Deps) => {
  const require = requireOneZone(deps)
  return async (aggregate: Aggregate, host: string): Promise<void> => {
    const { databases, clock } = deps
    if ((await hostMappings(databases.api, clock).cellOf(host)) === undefined)
      throw errors.HostNotFound({ host })
    await require(aggregate, aggregate.metadata.availability_zone, [host])
    if (!(await aggregates(databases.api, clock).addHost(aggregate.id, host)))
      throw errors.AggregateHasHost({ id: String(aggregate.id), host })
  }
}
