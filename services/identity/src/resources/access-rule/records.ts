import { type AccessRule, accessRule } from '@nimbo/contracts/identity/access-rules'
import { repository } from '@nimbo/resource/rows/repository'
import type { Kysely } from 'kysely'
import { seenByAll } from '../../db/paged.ts'
import type { IdentityTables } from '../../db/tables.ts'

type Db = Kysely<IdentityTables>

export const accessRules = repository(accessRule, seenByAll)

/** The rules of an application credential; empty if it is unrestricted. */
export const accessRulesOf = async (db: Db, credentialId: string): Promise<AccessRule[]> => {
  const rows = await db
    .selectFrom('application_credential_access_rules')
    .select('access_rule_id')
    .where('application_credential_id', '=', credentialId)
    .orderBy('access_rule_id')
    .limit(1000)
    .execute()
  return accessRules.list(db, 'all', { id: rows.map(({ access_rule_id }) => access_rule_id) })
}

/** Assigns rules to an application credential; a rule that the user already has is reused. */
export const giveAccessRules = async (
  db: Db,
  credentialId: string,
  rules: readonly AccessRule[],
): Promise<void> => {
  const ids = new Set<string>()
  for (const rule of rules) {
    const made = await accessRules.insert(db, rule)
    const { user_id, service, method, path } = rule
    const same = { user_id: [user_id], service: [service], method: [method], path: [path] }
    const [known] = made ? [made] : await accessRules.list(db, 'all', same)
    ids.add(known?.id ?? rule.id)
  }
  const values = [...ids].map((id) => ({ application_credential_id: credentialId, access_rule_id: id }))
  await db.insertInto('application_credential_access_rules').values(values).execute()
}

/** Whether any application credential uses the rule. */
export const isInUse = async (db: Db, ruleId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('application_credential_access_rules')
    .select('access_rule_id')
    .where('access_rule_id', '=', ruleId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
