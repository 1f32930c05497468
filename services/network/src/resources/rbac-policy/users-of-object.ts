import type { ObjectType } from '@nimbo/contracts/network/rbac-policy'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../tables.ts'
import { asExternal, everyone } from './rbac-policies.ts'

interface Shared {
  readonly type: ObjectType
  readonly id: string
  readonly owner: string
  readonly action: string
}

interface User {
  readonly project_id: string
}

/** The projects with routers or floating IPs on an external network. */
const usersOutside = (id: string): RawBuilder<User> =>
  sql<User>`select routers.project_id from router_gateways join routers on routers.id = router_gateways.router_id
    where router_gateways.network_id = ${id}
    union select project_id from floatingips where floating_network_id = ${id}`

/** The projects that use an object. */
const users = ({ type, id, action }: Shared): RawBuilder<User> => {
  if (action === asExternal) return usersOutside(id)
  switch (type) {
    case 'network':
      return sql<User>`select project_id from ports where network_id = ${id}
        union select project_id from subnets where network_id = ${id}`
    case 'qos_policy':
      return sql<User>`select project_id from ports where qos_policy_id = ${id}
        union select project_id from networks where qos_policy_id = ${id}
        union select project_id from floatingips where qos_policy_id = ${id}
        union select project_id from routers where id in (
          select router_id from router_gateways where qos_policy_id = ${id})`
    case 'security_group':
      return sql<User>`select distinct project_id from ports where id in (
        select port_id from port_security_groups where security_group_id = ${id})`
    case 'address_scope':
      return sql<User>`select distinct project_id from subnetpools where address_scope_id = ${id}`
    case 'subnetpool':
      return sql<User>`select distinct project_id from subnets where subnetpool_id = ${id}`
    case 'address_group':
      return sql<User>`select distinct project_id from security_group_rules where remote_address_group_id = ${id}`
  }
}

/** The projects that could no longer use an object if it was not shared with `target`. */
export const usersByGraceOf = async (db: Db, shared: Shared, target: string): Promise<readonly string[]> => {
  const { type, id, owner, action } = shared
  const rows = await db
    .selectFrom('rbac_policies')
    .select('target_tenant')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('action', '=', action)
    .where('target_tenant', '<>', target)
    .execute()
  const others = new Set(rows.map(({ target_tenant }) => target_tenant))
  if (others.has(everyone)) return []
  const found = await users(shared).execute(db)
  return found.rows
    .map(({ project_id }) => project_id)
    .filter((user) => user !== '' && user !== owner && !others.has(user))
    .filter((user) => target === everyone || user === target)
}
