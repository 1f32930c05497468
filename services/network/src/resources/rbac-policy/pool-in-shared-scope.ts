import type { ObjectType } from '@nimbo/contracts/network/rbac-policy'
import { errors as general } from '../../errors.ts'
import type { Db } from '../../tables.ts'
import { addressScopes } from '../address-scope/address-scopes.ts'
import { subnetpools } from '../subnetpool/subnetpools.ts'

/** Throws if a subnet pool would be shared with a project that may not use the pool's address scope. */
export const checkScopeOfPool = async (
  db: Db,
  type: ObjectType,
  id: string,
  target: string,
): Promise<void> => {
  if (type !== 'subnetpool') return
  const scopeId = (await subnetpools.plain(db, 'all', id))?.address_scope_id ?? null
  if (scopeId === null || (await addressScopes.plain(db, { projectId: target }, scopeId))) return
  throw general.InvalidInput({
    reason:
      `Failed to create RBAC policy on object ${id} because ` +
      "target project doesn't have access to associated address scope.",
  })
}
