import type { ProviderSummary } from '@nimbo/clients/placement'
import { disabledTrait } from '../../hosts/host-traits.ts'
import { listedResources } from '../groups-query.ts'
import type { RequestedResources } from '../requested-resources.ts'
import type { ResourceGroup } from '../resource-groups.ts'

/** The query for which placement returned no candidates. */
export interface Demand {
  readonly resources: RequestedResources
  /** Forbidden traits begin with `!`. */
  readonly traits: readonly string[]
  readonly groups: readonly ResourceGroup[]
  /** The only provider that may serve the request. */
  readonly onlyProvider?: string
}

/** What placement's answers say about a host for each requirement alone. */
export interface Room {
  readonly nodeId: string
  /** The summaries of the host's provider and its children. */
  readonly summaries: readonly ProviderSummary[]
  /** Resource classes, and groups by their suffixes, that the host could provide if nothing else was requested. */
  readonly enough: ReadonlySet<string>
  /** The aggregate conditions that the host does not meet, in words for an operator. */
  readonly outside: readonly string[]
  /** That the host's compute service is disabled, and why, in words for an operator; absent if it is enabled. */
  readonly disabled?: string
}

const lacks = ({ summaries, enough }: Room, resourceClass: string, amount: number): string | undefined => {
  if (enough.has(resourceClass)) return undefined
  const told = summaries.flatMap(({ resources }) => resources[resourceClass] ?? [])
  if (told.length === 0) return `has no ${resourceClass}, ${amount} needed`
  const capacity = told.reduce((sum, one) => sum + one.capacity, 0)
  const free = told.reduce((sum, one) => sum + one.capacity - one.used, 0)
  return free < amount
    ? `has ${free} of ${capacity} ${resourceClass} free, ${amount} needed`
    : `gives no server ${amount} ${resourceClass}, though ${free} of ${capacity} are free`
}

const lacksGroup = (room: Room, { suffix, resources, traits }: ResourceGroup): string | undefined => {
  if (room.enough.has(suffix) || Object.keys(resources).length === 0) return undefined
  const missing = Object.entries(resources).find(([name]) => !room.enough.has(name))
  if (missing !== undefined) return lacks(room, ...missing)
  const withTraits = traits.length === 0 ? '' : ` with ${traits.join(', ')}`
  return `has no provider that gives ${listedResources(resources)}${withTraits}`
}

const differs = ({ summaries }: Room, trait: string): string | undefined => {
  const name = trait.replace(/^!/, '')
  const has = summaries.some(({ traits }) => traits.includes(name))
  if (trait.startsWith('!')) return has ? `has the trait ${name}, which is forbidden` : undefined
  return has ? undefined : `lacks the trait ${name}`
}

/** Explains to an operator why a host is no allocation candidate. */
export const whyNoRoom = (demand: Demand, room: Room): string => {
  if (demand.onlyProvider !== undefined && demand.onlyProvider !== room.nodeId)
    return 'is not the host asked for'
  const reasons = [
    ...Object.entries(demand.resources).map(([name, amount]) => lacks(room, name, amount)),
    ...demand.groups.map((group) => lacksGroup(room, group)),
    room.disabled,
    ...demand.traits
      .filter((trait) => room.disabled === undefined || trait !== `!${disabledTrait}`)
      .map((trait) => differs(room, trait)),
    ...room.outside,
  ].filter((reason) => reason !== undefined)
  return reasons.length > 0 ? reasons.join('; ') : 'cannot give all that is needed at once'
}
