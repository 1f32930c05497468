import { SpelledOut } from '@nimbo/db/parameter-shape'
import { prepared } from '@nimbo/db/prepared'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { RequestGroup } from '../domain/request-group.ts'
import type { VersionedPlace } from './provider-facts.ts'
import type { PlacementTables } from './tables.ts'

/** Whether only the provider's own aggregates count, or its root's, too. */
type AggregatesOf = 'provider' | 'root too'

/** The requirements of one part of a request. */
export interface SlotQuery {
  readonly group: RequestGroup
  readonly aggregatesOf: AggregatesOf
}

interface Search {
  readonly limit: number
  readonly aggregatesOf: AggregatesOf
  /** If given, searches only the providers of these trees and, in addition, these single providers. */
  readonly within?: Within
}

interface Within {
  readonly rootIds: readonly string[]
  readonly providerIds: readonly string[]
}

/** A group as query parameters; lists are part of the query's shape. */
interface Wanted extends Omit<RequestGroup, 'resources'> {
  readonly resources: readonly { readonly name: string; readonly amount: number }[]
  readonly rootsAggregatesToo: boolean
}

const wantedOf = ({ group, aggregatesOf }: SlotQuery): Wanted => ({
  ...group,
  resources: [...group.resources].map(([name, amount]) => ({ name, amount })),
  rootsAggregatesToo: aggregatesOf === 'root too',
})

/** Conditions on a provider, `rp`. */
const conditionsOf = (wanted: Wanted): readonly Expression<SqlBool>[] => {
  const aggregatesOf = wanted.rootsAggregatesToo ? 'root too' : 'provider'
  return [
    ...wanted.resources.map(({ name, amount }) => hasRoom(name, amount)),
    ...wanted.requiredTraits.map((choice) => hasTrait(choice)),
    ...(wanted.forbiddenTraits.length > 0 ? [sql<SqlBool>`not ${hasTrait(wanted.forbiddenTraits)}`] : []),
    ...wanted.memberOf.map((choice) => inAggregate(choice, aggregatesOf)),
    ...(wanted.forbiddenAggregates.length > 0
      ? [sql<SqlBool>`not ${inAggregate(wanted.forbiddenAggregates, aggregatesOf)}`]
      : []),
    ...(wanted.inTree === undefined ? [] : [inTree(wanted.inTree)]),
  ]
}

const findProvidersFor = prepared(
  (
    db: Kysely<PlacementTables>,
    {
      limit,
      within,
      ...wanted
    }: Wanted & { readonly limit: SpelledOut; readonly within: Within | undefined },
  ) => {
    let query = db
      .selectFrom('resource_providers as rp')
      .select(['rp.id', 'rp.root_id as rootId', 'rp.parent_id as parentId'])
      .select(['rp.generation', 'rp.updated_at as updatedAt'])
      .orderBy('rp.name')
      .limit(limit.value)
    if (within !== undefined)
      query = query.where((eb) =>
        eb.or([
          ...(within.rootIds.length > 0 ? [eb('rp.root_id', 'in', within.rootIds)] : []),
          ...(within.providerIds.length > 0 ? [eb('rp.id', 'in', within.providerIds)] : []),
        ]),
      )
    for (const condition of conditionsOf(wanted)) query = query.where(condition)
    return query
  },
)

/**
 * Providers that can satisfy a group alone: free resources, traits, aggregates. One query; usage is summed for providers with the
 * class, from a covering index. Sorted by name; at most `limit`.
 */
export const findCandidates = (
  db: Kysely<PlacementTables>,
  group: RequestGroup,
  { limit, aggregatesOf, within }: Search,
): Promise<readonly VersionedPlace[]> =>
  findProvidersFor(db, { ...wantedOf({ group, aggregatesOf }), limit: new SpelledOut(limit), within })

const findFittingFor = prepared(
  (
    db: Kysely<PlacementTables>,
    { after, limit, ...wanted }: Wanted & { readonly after: string | null; readonly limit: SpelledOut },
  ) => {
    let query = db
      .selectFrom('resource_providers as rp')
      .select(['rp.id', 'rp.name', 'rp.generation', 'rp.updated_at as updatedAt'])
      .orderBy('rp.name')
      .limit(limit.value)
    if (after !== null) query = query.where('rp.name', '>', after)
    for (const condition of conditionsOf(wanted)) query = query.where(condition)
    return query
  },
)

/**
 * Providers that could satisfy a group if they had room, in a cloud with neither nested nor sharing providers (`areAllAlone`).
 * The caller checks for room with cached facts, because summing the usage in the query would take longer the more servers there
 * are. Sorted by name, after the given name; at most `limit`.
 */
export const findFitting = async (
  db: Kysely<PlacementTables>,
  group: RequestGroup,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly (VersionedPlace & { readonly name: string })[]> => {
  const found = await findFittingFor(db, {
    ...wantedOf({ group, aggregatesOf: 'provider' }),
    ...{ resources: [], after: after ?? null, limit: new SpelledOut(limit) },
  })
  return found.map(({ id, name, generation, updatedAt }) => ({
    id,
    rootId: id,
    parentId: null,
    name,
    generation,
    updatedAt,
  }))
}

/** A part of a request, with providers that could serve it for other trees by sharing. */
export interface TreeDemand extends SlotQuery {
  readonly sharerIds: readonly string[]
}

interface TreeSearch {
  readonly demands: readonly TreeDemand[]
  readonly root: Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'>
  /** `in_tree`: any provider of the required tree. */
  readonly treeOf: string | undefined
  /** The root's name of the last tree in the previous batch. */
  readonly after: string | undefined
  readonly limit: number
}

const findTreesFor = prepared(
  (
    db: Kysely<PlacementTables>,
    {
      demands,
      root,
      treeOf,
      after,
      limit,
    }: Omit<TreeSearch, 'demands' | 'limit'> & {
      readonly demands: readonly { readonly wanted: Wanted; readonly sharerIds: readonly string[] }[]
      readonly limit: SpelledOut
    },
  ) => {
    let query = db
      .selectFrom('resource_providers as root')
      .select(['root.id', 'root.name'])
      // Makes the planner use the index of names, which finds a few trees fast.
      .whereRef('root.root_id', '=', 'root.id')
      .orderBy('root.name')
      .limit(limit.value)
    if (after !== undefined) query = query.where('root.name', '>', after)
    if (treeOf !== undefined) query = query.where(sql<SqlBool>`root.id = ${rootOf(treeOf)}`)
    for (const choice of root.requiredTraits) query = query.where(hasTrait(choice, 'root'))
    if (root.forbiddenTraits.length > 0)
      query = query.where(sql<SqlBool>`not ${hasTrait(root.forbiddenTraits, 'root')}`)
    for (const { wanted, sharerIds } of demands) query = query.where(isServed(wanted, sharerIds))
    return query
  },
)

/** Roots of trees with a provider, own or shared, for every part; sorted by name. */
export const findTrees = (
  db: Kysely<PlacementTables>,
  { demands, limit, ...search }: TreeSearch,
): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  findTreesFor(db, {
    ...search,
    demands: demands.map(({ sharerIds, ...query }) => ({ wanted: wantedOf(query), sharerIds })),
    limit: new SpelledOut(limit),
  })

const isServed = (wanted: Wanted, sharerIds: readonly string[]): Expression<SqlBool> => {
  const conditions = sql.join([sql<SqlBool>`rp.root_id = root.id`, ...conditionsOf(wanted)], sql` and `)
  const within = sql<SqlBool>`exists (select 1 from resource_providers as rp where ${conditions})`
  return sharerIds.length === 0 ? within : sql<SqlBool>`(${within} or ${isSharedWith(sharerIds)})`
}

const isSharedWith = (sharerIds: readonly string[]): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from provider_aggregates as of_sharer
  join provider_aggregates as of_member on of_member.aggregate_id = of_sharer.aggregate_id
  join resource_providers as member on member.id = of_member.provider_id
  where of_sharer.provider_id in (${sql.join(sharerIds)}) and member.root_id = root.id
)`

/** `exists` an inventory of the class with enough free resources, respecting its unit constraints. */
const hasRoom = (resourceClass: string, amount: number): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from inventories as inv
  where inv.provider_id = rp.id and inv.resource_class = ${resourceClass}
    and inv.min_unit <= ${amount} and inv.max_unit >= ${amount} and ${amount} % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ${amount} + coalesce(
      (select sum(a.used) from allocations as a where a.provider_id = rp.id and a.resource_class = ${resourceClass}), 0)
)`

const hasTrait = (
  choice: readonly string[],
  of: 'rp' | 'root' = 'rp',
): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from provider_traits as t where t.provider_id = ${sql.ref(`${of}.id`)} and t.trait in (${sql.join(choice)})
)`

const inAggregate = (
  choice: readonly string[],
  of: AggregatesOf,
): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from provider_aggregates as g
  where g.provider_id in (${of === 'provider' ? sql`rp.id` : sql`rp.id, rp.root_id`}) and g.aggregate_id in (${sql.join(choice)})
)`

const inTree = (member: string): Expression<SqlBool> => sql<SqlBool>`rp.root_id = ${rootOf(member)}`

const rootOf = (member: string) => sql`(select root_id from resource_providers where id = ${member})`
