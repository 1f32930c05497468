import { type SecurityGroupRule, securityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../tables.ts'

/** A project sees its own rules, and those that others added to its groups. */
export const securityGroupRules = repository(securityGroupRule, {
  visibleTo: (
    projectId,
  ) => sql<SqlBool>`(security_group_rules.project_id = ${projectId} or security_group_rules.security_group_id in (
      select id from security_groups where project_id = ${projectId}))`,
})

export const rulesOfGroups = async (db: Db, groupIds: readonly string[]): Promise<SecurityGroupRule[]> =>
  groupIds.length === 0 ? [] : securityGroupRules.list(db, 'all', { security_group_id: groupIds })

/** The id of the group's rule that is identical to a new one. */
export const ruleByIdentity = async (
  db: Db,
  groupId: string,
  identity: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('security_group_rules')
    .select('id')
    .where('security_group_id', '=', groupId)
    .where('identity', '=', identity)
    .executeTakeFirst()
  return row?.id
}
