import { prepared } from '@nimbo/db/prepared'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Condition } from '@nimbo/resource/rows/row-queries'
import { type SqlBool, sql } from 'kysely'
import type { Db, NetworkTables } from '../../tables.ts'

const membershipsOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('port_security_groups').selectAll().where('port_id', 'in', ids).orderBy('security_group_id'),
)

const addMemberships = prepared(
  (db: Db, { rows }: { readonly rows: readonly NetworkTables['port_security_groups'][] }) =>
    db.insertInto('port_security_groups').values(rows),
)

/** The security groups of ports, by port and in order. */
export const groupsOfPorts = async (db: Db, portIds: readonly string[]): Promise<Map<string, string[]>> =>
  grouped(
    portIds.length === 0 ? [] : await membershipsOf(db, { ids: portIds }),
    ({ port_id }) => port_id,
    ({ security_group_id }) => security_group_id,
  )

/** Selects ports in one of these groups. */
export const isInGroups = (groupIds: readonly unknown[]): Condition =>
  sql<SqlBool>`ports.id in (
    select port_id from port_security_groups where security_group_id in (${sql.join([...groupIds])}))`

export const joinGroups = async (db: Db, portId: string, groupIds: readonly string[]): Promise<void> => {
  if (groupIds.length === 0) return
  await addMemberships(db, {
    rows: groupIds.map((security_group_id) => ({ port_id: portId, security_group_id })),
  })
}

/** Replaces a port's security groups. */
export const changeGroups = async (db: Db, portId: string, groupIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('port_security_groups').where('port_id', '=', portId).execute()
  await joinGroups(db, portId, groupIds)
}

/** Whether any port is in the group. */
export const hasMembers = async (db: Db, groupId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('port_security_groups')
    .select('port_id')
    .where('security_group_id', '=', groupId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
