import { aggregates } from '../../db/aggregates.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import type { Aggregate } from '../../domain/hosts/aggregate.ts'
import { zonesOfHosts } from '../../domain/hosts/availability-zones.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock'> & {
  readonly config: { readonly DEFAULT: { readonly default_availability_zone: string } }
}

/** A change that puts hosts into the zone of an aggregate, or takes them out of it. */
export interface ZoneChange {
  readonly action:
    | 'update aggregate'
    | 'update metadata of aggregate'
    | 'add host to aggregate'
    | 'remove host from aggregate'
  readonly aggregate: Aggregate
  readonly hosts: readonly string[]
  /** The zone that the aggregate gives the hosts afterwards; undefined when it gives them none. */
  readonly zone: string | undefined
}

/**
 * Throws `InvalidAggregate` (409) when one of the hosts would be in two zones, or when servers on it would come into
 * another zone: they may have been asked for in theirs.
 */
export const requireSafeZone =
  (deps: Deps) =>
  async ({ action, aggregate, hosts, zone }: ZoneChange): Promise<void> => {
    const { databases, clock, config } = deps
    const refuse = (reason: string) =>
      errors.InvalidAggregate({ reason: `Cannot ${action} ${aggregate.id}. Reason: ${reason}.` })
    const all = await aggregates(databases.api, clock).list()
    const others = zonesOfHosts(all.filter(({ id }) => id !== aggregate.id))
    const conflicting = hosts.find((host) => (others.get(host) ?? zone) !== zone)
    if (zone !== undefined && conflicting !== undefined)
      throw refuse(`One or more hosts already in different availability zone(s) ${others.get(conflicting)}`)
    const before = zonesOfHosts(all)
    const usual = config.DEFAULT.default_availability_zone
    for (const host of hosts) {
      const after = zone ?? others.get(host)
      if ((before.get(host) ?? usual) === (after ?? usual)) continue
      if (await hasServers(deps, host)) throw refuse('One or more hosts contain instances in this zone')
    }
  }

const hasServers = async ({ databases, clock }: Deps, host: string): Promise<boolean> => {
  const cellId = await hostMappings(databases.api, clock).cellOf(host)
  if (cellId === undefined) return false
  return (await instances(await databases.cell(cellId), clock).idsOnHost(host)).length > 0
}
