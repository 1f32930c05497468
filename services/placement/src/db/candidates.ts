import { SpelledOut } from '@nimbo/db/parameter-shape'
import { prepared } from '@nimbo/db/prepared'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { RequestGroup } from '../domain/request-group.ts'
import type { VersionedPlace } from './provider-facts.ts'
import type { PlacementTables } from './tables.ts'

/** Whose aggregates count for a provider: its own alone, or those of its root too. */
type AggregatesOf = 'provider' | 'root too'

/** What one provider must have to serve a part of a request. */
export interface SlotQuery {
  readonly group: RequestGroup
  readonly aggregatesOf: AggregatesOf
}

interface Search {
  readonly limit: number
  readonly aggregatesOf: AggregatesOf
  /** Only the providers of these trees, and these providers. */
  readonly within?: Within
}

interface Within {
  readonly rootIds: readonly string[]
  readonly providerIds: readonly string[]
}

/** A group as a query takes it: of lists, which are part of how it reads. */
interface Wanted extends Omit<RequestGroup, 'resources'> {
  readonly resources: readonly { readonly name: string; readonly amount: number }[]
  readonly rootsAggregatesToo: boolean
  /** What others use counts as free. */
  readonly asIfUnused: boolean
}

const wantedOf = ({ group, aggregatesOf }: SlotQuery): Wanted => ({
  ...group,
  resources: [...group.resources].map(([name, amount]) => ({ name, amount })),
  rootsAggregatesToo: aggregatesOf === 'root too',
  asIfUnused: false,
})

/** What a provider, `rp`, must fulfil. */
const conditionsOf = (wanted: Wanted): readonly Expression<SqlBool>[] => {
  const aggregatesOf = wanted.rootsAggregatesToo ? 'root too' : 'provider'
  return [
    ...wanted.resources.map(({ name, amount }) =>
      wanted.asIfUnused ? isLargeEnough(name, amount) : hasRoom(name, amount),
    ),
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
 * Providers that alone can satisfy a group: room for every resource, the traits, the aggregates. One query; the amounts
 * used are summed for the providers that have the class, by an index that holds them.
 *
 * In order of name; at most `limit`.
 */
export const findCandidates = (
  db: Kysely<PlacementTables>,
  group: RequestGroup,
  { limit, aggregatesOf, within }: Search,
): Promise<readonly VersionedPlace[]> =>
  findProvidersFor(db, { ...wantedOf({ group, aggregatesOf }), limit: new SpelledOut(limit), within })

const findLargeEnoughFor = prepared(
  (
    db: Kysely<PlacementTables>,
    { after, limit, ...wanted }: Wanted & { readonly after: string | undefined; readonly limit: SpelledOut },
  ) => {
    let query = db
      .selectFrom('resource_providers as rp')
      .select(['rp.id', 'rp.root_id as rootId', 'rp.parent_id as parentId', 'rp.name'])
      .select(['rp.generation', 'rp.updated_at as updatedAt'])
      .orderBy('rp.name')
      .limit(limit.value)
    if (after !== undefined) query = query.where('rp.name', '>', after)
    for (const condition of conditionsOf(wanted)) query = query.where(condition)
    return query
  },
)

/**
 * Providers that could satisfy a group if nobody used anything of them: what is used takes the longer to be summed the more servers
 * there are, and who keeps the facts of providers knows it. In order of name, after that of the last one before; at most `limit`.
 */
export const findLargeEnough = (
  db: Kysely<PlacementTables>,
  group: RequestGroup,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly (VersionedPlace & { readonly name: string })[]> =>
  findLargeEnoughFor(db, {
    ...wantedOf({ group, aggregatesOf: 'provider' }),
    ...{ asIfUnused: true, after, limit: new SpelledOut(limit) },
  })

/** A part of a request, and who could serve it to trees that they do not belong to. */
export interface TreeDemand extends SlotQuery {
  readonly sharerIds: readonly string[]
}

interface TreeSearch {
  readonly demands: readonly TreeDemand[]
  readonly root: Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'>
  /** The tree that it must be, by one of its providers. */
  readonly treeOf: string | undefined
  /** Name of the root of the last tree that was found before. */
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
      // So that no index but that of names helps, by which few trees are found soon.
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

/** Roots of trees in each of which there is somebody, or who share with it, for every demand; in order of name. */
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

/** `exists` an inventory of the class with room for `amount`, whose unit rules the amount keeps. */
const hasRoom = (resourceClass: string, amount: number): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from inventories as inv
  where inv.provider_id = rp.id and inv.resource_class = ${resourceClass}
    and inv.min_unit <= ${amount} and inv.max_unit >= ${amount} and ${amount} % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ${amount} + coalesce(
      (select sum(a.used) from allocations as a where a.provider_id = rp.id and a.resource_class = ${resourceClass}), 0)
)`

/** The same, whatever of it is used. */
const isLargeEnough = (resourceClass: string, amount: number): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from inventories as inv
  where inv.provider_id = rp.id and inv.resource_class = ${resourceClass}
    and inv.min_unit <= ${amount} and inv.max_unit >= ${amount} and ${amount} % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ${amount}
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
