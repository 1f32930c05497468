import { type ObjectType, objectTypes } from '@nimbo/contracts/network/rbac-policy'
import type { Fault } from '@nimbo/kernel/errors'
import { sql } from 'kysely'
import { errors as general } from '../../errors.ts'
import type { Db } from '../../tables.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { errors } from './errors.ts'
import { asExternal, asShared } from './rbac-policies.ts'

/** A type of object that RBAC policies can share. */
interface SharedObject {
  readonly project_id: string
  readonly name: string
}

const tableOf = (type: ObjectType): string => {
  switch (type) {
    case 'network':
      return 'networks'
    case 'qos_policy':
      return 'policies'
    case 'security_group':
      return 'security_groups'
    case 'address_scope':
      return 'address_scopes'
    case 'subnetpool':
      return 'subnetpools'
    case 'address_group':
      return 'address_groups'
  }
}

/** The type named by a request. Throws for an unknown one. */
export const objectTypeOf = (given: string): ObjectType => {
  const known = objectTypes.find((type) => type === given)
  if (known) return known
  throw general.InvalidInput({ reason: `'${given}' is not a valid RBAC object type` })
}

const notFound = (type: ObjectType, id: string): Fault =>
  type === 'network' ? networkErrors.NetworkNotFound({ id }) : errors.ObjectNotFound({ id })

export const sharedObject = async (db: Db, type: ObjectType, id: string): Promise<SharedObject> => {
  const found = await sql<SharedObject>`select project_id, name from ${sql.table(tableOf(type))}
    where id = ${id}`.execute(db)
  const [object] = found.rows
  if (!object) throw notFound(type, id)
  return object
}

/** Sets `shared` on the object itself. */
export const sayShared = async (
  db: Db,
  type: ObjectType,
  id: string,
  action: string,
  isShared: boolean,
): Promise<void> => {
  const column = action === asExternal ? 'router_external' : action === asShared ? 'shared' : undefined
  if (column === undefined) return
  await sql`update ${sql.table(tableOf(type))} set ${sql.ref(column)} = ${isShared ? 1 : 0}
    where id = ${id}`.execute(db)
}
