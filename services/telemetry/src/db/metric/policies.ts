import { prepared } from '@nimbo/db/prepared'
import type { Kysely, Selectable } from 'kysely'
import type { ArchivePolicy, Level } from '../../domain/metric/archive-policy.ts'
import type { ArchivePolicyRow, ArchivePolicyRuleRow, MetricTables } from './tables.ts'

/** The database of the metrics service, or a transaction on it. */
export type MetricDb = Kysely<MetricTables>

const mostPolicies = 10_000

const policyOf = ({ name, back_window, levels, methods }: Selectable<ArchivePolicyRow>): ArchivePolicy => {
  const kept: readonly Level[] = JSON.parse(levels)
  const names: readonly string[] = JSON.parse(methods)
  return { name, backWindow: back_window, levels: kept, methods: names }
}

const rowOf = ({ name, backWindow, levels, methods }: ArchivePolicy): ArchivePolicyRow => ({
  ...{ name, back_window: backWindow, levels: JSON.stringify(levels), methods: JSON.stringify(methods) },
})

export const allPolicies = async (db: MetricDb): Promise<readonly ArchivePolicy[]> => {
  const rows = await db
    .selectFrom('archive_policies')
    .selectAll()
    .orderBy('name')
    .limit(mostPolicies)
    .execute()
  return rows.map(policyOf)
}

const policyNamed = prepared((db: MetricDb, { name }: { readonly name: string }) =>
  db.selectFrom('archive_policies').selectAll().where('name', '=', name),
)

export const findPolicy = async (db: MetricDb, name: string): Promise<ArchivePolicy | undefined> => {
  const [row] = await policyNamed(db, { name })
  return row && policyOf(row)
}

/** Inserts a policy; false when there is one with that name. */
export const insertPolicy = async (db: MetricDb, policy: ArchivePolicy): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('archive_policies')
    .values(rowOf(policy))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const replacePolicy = async (db: MetricDb, policy: ArchivePolicy): Promise<void> => {
  await db.updateTable('archive_policies').set(rowOf(policy)).where('name', '=', policy.name).execute()
}

/** Whether a metric or an archive policy rule uses the policy. */
export const isPolicyUsed = async (db: MetricDb, name: string): Promise<boolean> => {
  const byMetric = db
    .selectFrom('metrics')
    .select('archive_policy_name as name')
    .where('archive_policy_name', '=', name)
    .limit(1)
  const byRule = db
    .selectFrom('archive_policy_rules')
    .select('archive_policy_name as name')
    .where('archive_policy_name', '=', name)
    .limit(1)
  return (await byMetric.executeTakeFirst()) !== undefined || (await byRule.executeTakeFirst()) !== undefined
}

export const deletePolicy = async (db: MetricDb, name: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('archive_policies')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The rules in the order in which they are tried: descending by pattern. */
export const allRules = (db: MetricDb): Promise<Selectable<ArchivePolicyRuleRow>[]> =>
  db
    .selectFrom('archive_policy_rules')
    .selectAll()
    .orderBy('metric_pattern', 'desc')
    .orderBy('name')
    .limit(mostPolicies)
    .execute()

export const findRule = (db: MetricDb, name: string): Promise<Selectable<ArchivePolicyRuleRow> | undefined> =>
  db.selectFrom('archive_policy_rules').selectAll().where('name', '=', name).executeTakeFirst()

/** Inserts a rule; false when there is one with that name. */
export const insertRule = async (db: MetricDb, rule: ArchivePolicyRuleRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('archive_policy_rules')
    .values(rule)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const deleteRule = async (db: MetricDb, name: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('archive_policy_rules')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export const renameRule = async (db: MetricDb, name: string, wanted: string): Promise<void> => {
  await db.updateTable('archive_policy_rules').set({ name: wanted }).where('name', '=', name).execute()
}
