import { prepared } from '@nimbo/db/prepared'
import { type Kysely, type SqlBool, sql } from 'kysely'
import {
  type SecurityGroup,
  type SecurityGroupRule,
  securityGroupRuleType,
  securityGroupType,
} from '../domain/security-group.ts'
import type { Kept } from './collection.ts'
import { grouped, Repository, type Wanted } from './repository.ts'
import { rowQueries } from './row-queries.ts'
import type { NetworkTables } from './tables.ts'

const groupQueries = rowQueries(
  securityGroupType,
  (projectId) => sql<SqlBool>`security_groups.project_id = ${projectId}`,
)
const ruleQueries = rowQueries(
  securityGroupRuleType,
  (
    projectId,
  ) => sql<SqlBool>`(security_group_rules.project_id = ${projectId} or security_group_rules.security_group_id in (
      select id from security_groups where project_id = ${projectId}))`,
)

const defaultGroup = prepared((db: Kysely<NetworkTables>, { projectId }: { readonly projectId: string }) =>
  db.selectFrom('security_groups').select('id').where('default_of', '=', projectId),
)

const addressesOfMembers = prepared(
  (db: Kysely<NetworkTables>, { groupIds }: { readonly groupIds: readonly string[] }) =>
    db
      .selectFrom('port_security_groups')
      .innerJoin('fixed_ips', 'fixed_ips.port_id', 'port_security_groups.port_id')
      .select(['security_group_id', 'ip_address'])
      .where('security_group_id', 'in', groupIds),
)

export class SecurityGroupRules extends Repository<SecurityGroupRule> {
  constructor(db: Kysely<NetworkTables>) {
    super(db, ruleQueries)
  }

  protected async whole(rows: readonly Kept[]): Promise<SecurityGroupRule[]> {
    return rows as unknown as SecurityGroupRule[]
  }

  ofGroups(groupIds: readonly string[]): Promise<SecurityGroupRule[]> {
    return groupIds.length === 0
      ? Promise.resolve([])
      : this.list('all', new Map([['security_group_id', groupIds]]))
  }

  /** The rule of a group that lets the same through. */
  async idByIdentity(groupId: string, identity: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('security_group_rules')
      .select('id')
      .where('security_group_id', '=', groupId)
      .where('identity', '=', identity)
      .executeTakeFirst()
    return row?.id
  }
}

export class SecurityGroups extends Repository<SecurityGroup> {
  readonly #rules: SecurityGroupRules

  constructor(db: Kysely<NetworkTables>) {
    super(db, groupQueries)
    this.#rules = new SecurityGroupRules(db)
  }

  protected async whole(rows: readonly Kept[], wanted: Wanted): Promise<SecurityGroup[]> {
    const ids = rows.map(({ id }) => id)
    const rules = grouped(
      wanted('security_group_rules') ? await this.#rules.ofGroups(ids) : [],
      ({ security_group_id }) => security_group_id,
      (rule) => rule,
    )
    const tags = await this.tagsOf(ids, wanted)
    return rows.map(
      (row) =>
        ({
          ...row,
          security_group_rules: rules.get(row.id) ?? [],
          tags: tags.get(row.id) ?? [],
        }) as unknown as SecurityGroup,
    )
  }

  /** The id of a project's default group. */
  async defaultOf(projectId: string): Promise<string | undefined> {
    const [group] = await defaultGroup(this.db, { projectId })
    return group?.id
  }

  async isUsed(id: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('port_security_groups')
      .select('port_id')
      .where('security_group_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Addresses of the ports in each of these groups, in no order: to a filter they are a set. */
  async addressesOf(groupIds: readonly string[]): Promise<Map<string, string[]>> {
    if (groupIds.length === 0) return new Map()
    return grouped(
      await addressesOfMembers(this.db, { groupIds }),
      ({ security_group_id }) => security_group_id,
      ({ ip_address }) => ip_address,
    )
  }
}
