import type { PlainAddressScope } from '@nimbo/contracts/network/address-scope'
import type { PlainSubnetPool } from '@nimbo/contracts/network/subnetpool'
import type { Inside } from '../../app/deps.ts'
import { errors as scopeErrors } from '../address-scope/errors.ts'
import { errors } from './errors.ts'
import { allocationsOf, subnetpools } from './subnetpools.ts'

/** Refuses to delete an address scope with pools. */
export const refuseWhilePoolsAreIn = async ({ db }: Inside, { id }: PlainAddressScope): Promise<void> => {
  const found = await subnetpools.list(db, 'all', { address_scope_id: [id] }, { limit: 1, fields: ['id'] })
  if (found.length > 0) throw scopeErrors.AddressScopeInUse({ id })
}

/** Refuses to delete a pool with subnets. */
export const refuseWhileAllocated = async ({ db }: Inside, { id }: PlainSubnetPool): Promise<void> => {
  if ((await allocationsOf(db, id)).length > 0)
    throw errors.SubnetPoolDeleteError({ reason: 'Subnet pool has existing allocations' })
}
