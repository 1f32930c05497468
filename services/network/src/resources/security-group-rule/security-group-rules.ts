import type { RuleWithinGroup } from '@nimbo/contracts/network/security-group'
import { type SecurityGroupRule, securityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import { prepared } from '@nimbo/db/prepared'
import { cidrOf, formatCidr } from '@nimbo/ip/ip'
import { grouped } from '@nimbo/resource/rows/grouped'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../tables.ts'
import type { RuleMatch } from './security-rules.ts'

const findOfDefaultGroups = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('security_group_rules')
    .innerJoin('security_groups', 'security_groups.id', 'security_group_rules.security_group_id')
    .select('security_group_rules.id')
    .where('security_group_rules.id', 'in', ids)
    .where('default_of', 'is not', null),
)

/** The ids of those rules that belong to a project's default group, each with true. */
export const ofDefaultGroups = async (db: Db, ids: readonly string[]): Promise<Map<string, boolean>> =>
  new Map((await findOfDefaultGroups(db, { ids })).map(({ id }) => [id, true]))

/** The remote prefix of a rule without host bits. */
export const normalizedCidr = ({ remote_ip_prefix: prefix }: RuleMatch): string | null =>
  prefix === null ? null : formatCidr(cidrOf(prefix))

/** A project sees its own rules, and those that others added to its groups. */
export const securityGroupRules = repository(securityGroupRule, {
  visibleTo: (
    projectId,
  ) => sql<SqlBool>`(security_group_rules.project_id = ${projectId} or security_group_rules.security_group_id in (
      select id from security_groups where project_id = ${projectId}))`,
  apart: {
    // Computed when a rule is shown.
    normalized_cidr: { none: null },
    belongs_to_default_sg: { read: ofDefaultGroups, none: false },
  },
})

/** The rules of groups, without reading whether they belong to default groups. */
export const rulesOfGroups = async (db: Db, groupIds: readonly string[]): Promise<SecurityGroupRule[]> =>
  groupIds.length === 0
    ? []
    : securityGroupRules.list(db, 'all', { security_group_id: groupIds }, { fields: ['id'] })

/** The rules of groups as they are shown. */
export const shownRulesOfGroups = async (
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, RuleWithinGroup[]>> =>
  grouped(
    await securityGroupRules.list(db, 'all', { security_group_id: groupIds }),
    ({ security_group_id }) => security_group_id,
    (rule) => ({ ...rule, normalized_cidr: normalizedCidr(rule), tenant_id: rule.project_id }),
  )

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
