import type { subnet } from '@nimbo/contracts/network/subnet'
import type { SubnetPool } from '@nimbo/contracts/network/subnetpool'
import { cidrOf } from '@nimbo/ip/ip'
import type { Inside, Owned } from '../../app/deps.ts'
import { errors as general } from '../../errors.ts'
import { errors as scopeErrors } from '../address-scope/errors.ts'
import { scopesOfNetworks } from '../address-scope/address-scopes.ts'
import { subnetsOf } from '../subnet/subnets.ts'
import { allocatePrefix } from './allocate-prefix.ts'
import { errors } from './errors.ts'
import { defaultPool, subnetpools } from './subnetpools.ts'

type NewSubnet = Owned<typeof subnet>

const bad = (reason: string) => general.BadRequest({ resource: 'subnets', reason })

/** The pool for a new subnet; none when its CIDR is given. */
const poolFor = async ({ deps, ctx, db }: Inside, values: NewSubnet): Promise<SubnetPool | undefined> => {
  const { subnetpool_id: id = null, use_default_subnetpool: usesDefault } = values
  if (usesDefault && id !== null)
    throw bad('subnetpool_id and use_default_subnetpool cannot both be specified')
  if (id !== null) {
    const pool = await subnetpools.get(db, deps.callers.scopeOf(ctx), id)
    if (!pool) throw errors.SubnetPoolNotFound({ id })
    return pool
  }
  if (!usesDefault) return undefined
  const version = typeof values.cidr === 'string' ? cidrOf(values.cidr).version : values.ip_version
  const pool = await defaultPool(db, version)
  if (!pool) throw bad(`No default subnetpool found for IPv${version}`)
  return pool
}

/** Throws unless all subnets of one IP version on a network come from the same pool or address scope. */
const checkAffinity = async (
  { db }: Inside,
  networkId: string,
  version: number,
  pool: SubnetPool | undefined,
): Promise<void> => {
  const scope = (await scopesOfNetworks(db, [networkId], version === 4 ? 4 : 6)).get(networkId) ?? null
  if (scope !== null && pool && pool.address_scope_id !== scope)
    throw scopeErrors.NetworkAddressScopeAffinityError()
  for (const other of await subnetsOf(db, networkId)) {
    if (other.ip_version !== version) continue
    const isForeign = pool ? other.subnetpool_id !== pool.id && scope === null : other.subnetpool_id !== null
    if (isForeign) throw errors.NetworkSubnetPoolAffinityError()
  }
}

/** The CIDR of a new subnet, and the pool it is allocated from, if any. */
export const originOf = async (
  inside: Inside,
  values: NewSubnet,
): Promise<{ readonly cidr: string; readonly subnetpool_id: string | null }> => {
  const cidr = values.cidr ?? undefined
  const length = values.prefixlen ?? undefined
  if (cidr !== undefined && length !== undefined)
    throw bad('cidr and prefixlen must not be supplied together')
  const pool = await poolFor(inside, values)
  if (!pool && cidr === undefined) throw bad('a subnetpool must be specified in the absence of a cidr')
  if (pool && pool.ip_version !== values.ip_version && cidr === undefined)
    throw bad(`Cannot allocate IPv${values.ip_version} subnet from IPv${pool.ip_version} subnet pool`)
  await checkAffinity(inside, values.network_id, values.ip_version, pool)
  if (!pool) return { cidr: cidr ?? '', subnetpool_id: null }
  if (values.allocation_pools && cidr === undefined)
    throw bad('allocation_pools allowed only for specific subnet requests')
  const wanted = { cidr, length, projectId: values.project_id }
  return { cidr: await allocatePrefix(inside.db, pool, wanted), subnetpool_id: pool.id }
}
