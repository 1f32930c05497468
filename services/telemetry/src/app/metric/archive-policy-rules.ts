import { allOrNone } from '@nimbo/db/all-or-none'
import * as rows from '../../db/metric/policies.ts'
import type { ArchivePolicyRuleRow } from '../../db/metric/tables.ts'
import { fitsPattern } from '../../domain/metric/wildcards.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from './metric-app.ts'

export const createRule =
  ({ db }: MetricApp) =>
  async (rule: ArchivePolicyRuleRow): Promise<ArchivePolicyRuleRow> => {
    const name = rule.archive_policy_name
    if (!(await rows.findPolicy(db, name))) throw errors.UnknownArchivePolicy({ name })
    if (!(await rows.insertRule(db, rule))) throw errors.RuleExists({ name: rule.name })
    return rule
  }

export const listRules = ({ db }: Pick<MetricApp, 'db'>) => rows.allRules(db)

export const needRule = async ({ db }: Pick<MetricApp, 'db'>, name: string) => {
  const rule = await rows.findRule(db, name)
  if (!rule) throw errors.NoSuchRule({ name })
  return rule
}

export const renameRule =
  ({ db }: MetricApp) =>
  (name: string, wanted: string): Promise<ArchivePolicyRuleRow> =>
    allOrNone(db, async (trx) => {
      const rule = await needRule({ db: trx }, name)
      if (wanted !== name && (await rows.findRule(trx, wanted))) throw errors.RuleExists({ name: wanted })
      await rows.renameRule(trx, name, wanted)
      return { ...rule, name: wanted }
    })

export const removeRule =
  ({ db }: MetricApp) =>
  async (name: string): Promise<void> => {
    if (!(await rows.deleteRule(db, name))) throw errors.NoSuchRule({ name })
  }

/**
 * Returns a function from the name of a metric to the policy of the first rule that it matches, for metrics created without a
 * policy.
 */
export const policiesByRules = async ({
  db,
}: Pick<MetricApp, 'db'>): Promise<(name: string | null) => string> => {
  const rules = await rows.allRules(db)
  return (name) => {
    const rule = rules.find((one) => fitsPattern(one.metric_pattern, name ?? ''))
    if (!rule) throw errors.NoPolicyFits({ name: name ?? 'None' })
    return rule.archive_policy_name
  }
}

export const policyByRules = async (app: Pick<MetricApp, 'db'>, name: string | null): Promise<string> =>
  (await policiesByRules(app))(name)
