import { SpelledOut } from '@nimbo/db/parameter-shape'
import { prepared } from '@nimbo/db/prepared'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { RequestGroup } from '../domain/request-group.ts'
import type { ProviderPlace } from './provider-facts.ts'
import type { PlacementTables } from './tables.ts'

/** Whose aggregates count for a provider: its own alone, or those of its root too. */
type AggregatesOf = 'provider' | 'root too'

interface Search {
  readonly limit: number
  readonly aggregatesOf: AggregatesOf
}

/** A group as a query takes it: of lists, which are part of how it reads. */
interface Wanted extends Omit<RequestGroup, 'resources'> {
  readonly resources: readonly { readonly name: string; readonly amount: number }[]
  readonly rootsAggregatesToo: boolean
  readonly limit: SpelledOut
}

const findProvidersFor = prepared((db: Kysely<PlacementTables>, wanted: Wanted) => {
  const aggregatesOf = wanted.rootsAggregatesToo ? 'root too' : 'provider'
  const conditions = [
    ...wanted.resources.map(({ name, amount }) => hasRoom(name, amount)),
    ...wanted.requiredTraits.map((choice) => hasTrait(choice)),
    ...(wanted.forbiddenTraits.length > 0 ? [sql<SqlBool>`not ${hasTrait(wanted.forbiddenTraits)}`] : []),
    ...wanted.memberOf.map((choice) => inAggregate(choice, aggregatesOf)),
    ...(wanted.forbiddenAggregates.length > 0
      ? [sql<SqlBool>`not ${inAggregate(wanted.forbiddenAggregates, aggregatesOf)}`]
      : []),
    ...(wanted.inTree === undefined ? [] : [inTree(wanted.inTree)]),
  ]
  let query = db
    .selectFrom('resource_providers as rp')
    .select(['rp.id', 'rp.root_id as rootId', 'rp.parent_id as parentId'])
    .orderBy('rp.name')
    .limit(wanted.limit.value)
  for (const condition of conditions) query = query.where(condition)
  return query
})

/**
 * Providers that alone can satisfy a group: room for every resource, the traits, the aggregates. One query; the amounts
 * used are summed for the providers that have the class, by an index that holds them.
 *
 * In order of name when not shuffled by the caller; at most `limit`.
 */
export const findCandidates = (
  db: Kysely<PlacementTables>,
  group: RequestGroup,
  { limit, aggregatesOf }: Search,
): Promise<readonly ProviderPlace[]> =>
  findProvidersFor(db, {
    ...group,
    resources: [...group.resources].map(([name, amount]) => ({ name, amount })),
    rootsAggregatesToo: aggregatesOf === 'root too',
    limit: new SpelledOut(limit),
  })

/** `exists` a inventory of the class with room for `amount`, whose unit rules the amount keeps. */
const hasRoom = (resourceClass: string, amount: number): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from inventories as inv
  where inv.provider_id = rp.id and inv.resource_class = ${resourceClass}
    and inv.min_unit <= ${amount} and inv.max_unit >= ${amount} and ${amount} % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ${amount} + coalesce(
      (select sum(a.used) from allocations as a where a.provider_id = rp.id and a.resource_class = ${resourceClass}), 0)
)`

const hasTrait = (choice: readonly string[]): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from provider_traits as t where t.provider_id = rp.id and t.trait in (${sql.join(choice)})
)`

const inAggregate = (
  choice: readonly string[],
  of: AggregatesOf,
): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from provider_aggregates as g
  where g.provider_id in (${of === 'provider' ? sql`rp.id` : sql`rp.id, rp.root_id`}) and g.aggregate_id in (${sql.join(choice)})
)`

const inTree = (member: string): Expression<SqlBool> =>
  sql<SqlBool>`rp.root_id = (select root_id from resource_providers where id = ${member})`
