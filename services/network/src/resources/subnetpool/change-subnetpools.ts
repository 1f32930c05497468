import { type SubnetPool, subnetpool } from '@nimbo/contracts/network/subnetpool'
import { includes } from '@nimbo/ip/prefix-set'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created, updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { errors as general } from '../../errors.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { errors } from './errors.ts'
import { checkScope, checkScopeIsOwn } from './pool-in-scope.ts'
import { boundsOf } from './pool-rules.ts'
import { defaultPool, subnetpools } from './subnetpools.ts'

const checkOnlyDefault = async ({ db }: Inside, version: number): Promise<void> => {
  if (await defaultPool(db, version))
    throw general.InvalidInput({
      reason:
        'A default subnetpool for this IP family has already been set. Only one default may exist per IP family',
    })
}

const createOne = async (inside: Inside, values: Owned<typeof subnetpool>): Promise<SubnetPool> => {
  const { deps, db } = inside
  const { default_quota = null, address_scope_id = null } = values
  const pool = {
    ...values,
    ...boundsOf(values),
    ...standardValues(deps.clock),
    default_quota,
    address_scope_id,
  }
  if (pool.is_default) await checkOnlyDefault(inside, pool.ip_version)
  await checkScope(inside, pool)
  await checkQuota(inside, subnetpool, values.project_id)
  await subnetpools.insert(db, pool)
  const made = await refreshed(subnetpools, db, pool.id)
  await created(inside, subnetpool, values, made)
  return made
}

export const createSubnetpools =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof subnetpool>[]): Promise<SubnetPool[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: SubnetPool[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })

/** Changes a pool within the caller's transaction. */
export const changePool = async (
  inside: Inside,
  before: SubnetPool,
  changes: Changes<typeof subnetpool>,
): Promise<SubnetPool> => {
  const { deps, db } = inside
  if (changes.prefixes && !includes(changes.prefixes, before.prefixes))
    throw errors.IllegalSubnetPoolPrefixUpdate({
      reason: 'Existing prefixes must be a subset of the new prefixes',
    })
  const wanted = { ...before, ...changes }
  const pool = { ...wanted, ...boundsOf(wanted) }
  if (pool.is_default && !before.is_default) await checkOnlyDefault(inside, pool.ip_version)
  await checkScopeIsOwn(inside, before)
  await checkScope(inside, pool)
  const { revision_number: _revision, ...kept } = pool
  await subnetpools.update(db, before.id, kept, timestamp(deps.clock))
  const after = await refreshed(subnetpools, db, before.id)
  await updated(inside, subnetpool, changes, { before, after })
  return after
}

export const updateSubnetpool =
  (deps: Deps) =>
  (ctx: Context, before: SubnetPool, changes: Changes<typeof subnetpool>): Promise<SubnetPool> =>
    deps.transaction(ctx, (inside) => changePool(inside, before, changes))
