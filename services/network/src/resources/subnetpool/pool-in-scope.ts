import type { SubnetPool } from '@nimbo/contracts/network/subnetpool'
import { intersects } from '@nimbo/ip/prefix-set'
import type { Inside } from '../../app/deps.ts'
import type { Db } from '../../tables.ts'
import { addressScopes } from '../address-scope/address-scopes.ts'
import { errors as scopeErrors } from '../address-scope/errors.ts'
import { errors } from './errors.ts'
import { allocationsOf, subnetpools } from './subnetpools.ts'

type Pool = Pick<SubnetPool, 'id' | 'ip_version' | 'prefixes' | 'address_scope_id'>

/** Throws when a network would have subnets of one IP version in two address scopes. */
const checkNetworks = async (db: Db, { id, ip_version }: Pool): Promise<void> => {
  const networkIds = [...new Set((await allocationsOf(db, id)).map(({ network_id }) => network_id))]
  if (networkIds.length === 0) return
  const other = await db
    .selectFrom('subnets')
    .select('id')
    .where('network_id', 'in', networkIds)
    .where('ip_version', '=', ip_version)
    .where((where) => where.or([where('subnetpool_id', 'is', null), where('subnetpool_id', '<>', id)]))
    .limit(1)
    .executeTakeFirst()
  if (other) throw scopeErrors.NetworkAddressScopeAffinityError()
}

/** Throws unless the pool can be in its scope: the caller may use the scope, and no other pool in it overlaps. */
export const checkScope = async ({ deps, ctx, db }: Inside, pool: Pool): Promise<void> => {
  const { id, address_scope_id: scopeId } = pool
  if (scopeId === null) return
  const scope = await addressScopes.plain(db, 'all', scopeId)
  if (!scope) throw scopeErrors.AddressScopeNotFound({ id: scopeId })
  if (!(await addressScopes.plain(db, deps.callers.scopeOf(ctx), scopeId)))
    throw errors.IllegalSubnetPoolAssociationToAddressScope({ id, scope: scopeId })
  if (scope.ip_version !== pool.ip_version)
    throw errors.IllegalSubnetPoolIpVersionAssociationToAddressScope({
      id,
      scope: scopeId,
      version: scope.ip_version,
    })
  await checkNetworks(db, pool)
  for (const other of await subnetpools.list(db, 'all', { address_scope_id: [scopeId] }))
    if (other.id !== id && intersects(other.prefixes, pool.prefixes))
      throw errors.AddressScopePrefixConflict()
}

/** Throws when the caller does not own the scope that a pool is in. */
export const checkScopeIsOwn = async ({ deps, ctx, db }: Inside, pool: Pool): Promise<void> => {
  const { id, address_scope_id: scopeId } = pool
  if (scopeId === null || deps.callers.isAdmin(ctx)) return
  const scope = await addressScopes.plain(db, 'all', scopeId)
  if (scope?.project_id !== ctx.projectId)
    throw errors.IllegalSubnetPoolUpdate({
      reason: `subnetpool ${id} cannot be updated when associated with shared address scope ${scopeId}`,
    })
}
