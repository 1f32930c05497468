import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { RequestGroup } from '../domain/request-group.ts'
import type { SlotProvider } from '../domain/slots.ts'
import type { PlacementTables } from './tables.ts'

/** Whose aggregates count for a provider: its own alone, or those of its root too. */
type AggregatesOf = 'provider' | 'root too'

interface Search {
  readonly limit: number
  readonly aggregatesOf: AggregatesOf
}

/**
 * Providers that alone can satisfy a group: room for every resource, the traits, the aggregates. One query; the amounts
 * used are summed for the providers that have the class, by an index that holds them.
 *
 * In order of name when not shuffled by the caller; at most `limit`.
 */
export const findCandidates = async (
  db: Kysely<PlacementTables>,
  group: RequestGroup,
  { limit, aggregatesOf }: Search,
): Promise<readonly SlotProvider[]> => {
  const conditions = [
    ...[...group.resources].map(([name, amount]) => hasRoom(name, amount)),
    ...group.requiredTraits.map((choice) => hasTrait(choice)),
    ...(group.forbiddenTraits.length > 0 ? [sql<SqlBool>`not ${hasTrait(group.forbiddenTraits)}`] : []),
    ...group.memberOf.map((choice) => inAggregate(choice, aggregatesOf)),
    ...(group.forbiddenAggregates.length > 0
      ? [sql<SqlBool>`not ${inAggregate(group.forbiddenAggregates, aggregatesOf)}`]
      : []),
    ...(group.inTree === undefined ? [] : [inTree(group.inTree)]),
  ]
  let query = db
    .selectFrom('resource_providers as rp')
    .select(['rp.id', 'rp.root_id as rootId'])
    .orderBy('rp.name')
    .limit(limit)
  for (const condition of conditions) query = query.where(condition)
  return query.execute()
}

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
