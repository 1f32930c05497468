import { randomUUID } from 'node:crypto'
import { type PlainRbacPolicy, type RbacPolicy, rbacPolicy } from '@nimbo/contracts/network/rbac-policy'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created, remove, updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { errors as general } from '../../errors.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { errors } from './errors.ts'
import { actionsOn, asExternal, everyone, rbacPolicies } from './rbac-policies.ts'
import { checkScopeOfPool } from './pool-in-shared-scope.ts'
import { objectTypeOf, sayShared, sharedObject } from './shared-objects.ts'
import { usersByGraceOf } from './users-of-object.ts'

const invalid = (reason: string) => general.InvalidInput({ reason })

const idPattern = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i

const checkTarget = (target: string): void => {
  if (target !== everyone && !idPattern.test(target))
    throw invalid(`'${target}' is not a valid target project ID; expected a UUID or '*'`)
}

/** Throws unless the caller may share the object. */
const checkOwner = ({ deps, ctx }: Inside, owner: string): void => {
  if (!deps.callers.isAdmin(ctx) && owner !== ctx.projectId)
    throw invalid('Only admins can manipulate policies on objects they do not own')
}

/** Throws while the target project uses the object only because of this policy. */
const checkUnused = async ({ db }: Inside, policy: PlainRbacPolicy): Promise<void> => {
  const { object_id: id, action, target_tenant: target } = policy
  const type = objectTypeOf(policy.object_type)
  const { project_id: owner, name } = await sharedObject(db, type, id)
  const users = await usersByGraceOf(db, { type, id, owner, action }, target)
  if (users.length === 0) return
  const { message } = networkErrors.InvalidSharedSetting({ network: name })
  const details = type === 'network' ? message : `project_id=${target}`
  throw errors.RbacPolicyInUse({ objectId: id, details })
}

/** Updates `shared` or `router:external` of the object after one of its policies was created or deleted. */
const sayOfItself = async ({ db }: Inside, policy: PlainRbacPolicy): Promise<void> => {
  const { object_id: id, object_type, action } = policy
  const same = { object_type: [object_type], object_id: [id], action: [action] }
  const targets = (await rbacPolicies.list(db, 'all', same)).map(({ target_tenant }) => target_tenant)
  // A network is external while any policy says so; an object is shared while a policy for everyone exists.
  const isSo = action === asExternal ? targets.length > 0 : targets.includes(everyone)
  await sayShared(db, objectTypeOf(object_type), id, action, isSo)
}

const createOne = async (inside: Inside, values: Owned<typeof rbacPolicy>): Promise<RbacPolicy> => {
  const { db } = inside
  const type = objectTypeOf(values.object_type)
  checkTarget(values.target_tenant)
  const { project_id: owner } = await sharedObject(db, type, values.object_id)
  checkOwner(inside, owner)
  const actions = actionsOn(type)
  if (!actions.includes(values.action))
    throw errors.InvalidActionForType({ action: values.action, type, valid: actions })
  await checkScopeOfPool(db, type, values.object_id, values.target_tenant)
  await checkQuota(inside, rbacPolicy, values.project_id)
  const policy = { ...values, id: randomUUID() }
  if (!(await rbacPolicies.insert(db, policy))) throw errors.DuplicateRbacPolicy()
  await sayOfItself(inside, policy)
  await created(inside, rbacPolicy, values, policy)
  return policy
}

export const createRbacPolicies =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof rbacPolicy>[]): Promise<RbacPolicy[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: RbacPolicy[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })

export const updateRbacPolicy =
  (deps: Deps) =>
  (ctx: Context, before: RbacPolicy, changes: Changes<typeof rbacPolicy>): Promise<RbacPolicy> => {
    const { target_tenant: target = before.target_tenant } = changes
    checkTarget(target)
    return deps.transaction(ctx, async (inside) => {
      const { db } = inside
      const after = { ...before, target_tenant: target }
      if (target === before.target_tenant) return before
      const { project_id: owner } = await sharedObject(db, objectTypeOf(before.object_type), before.object_id)
      checkOwner(inside, owner)
      const { object_type, object_id, action } = after
      const same = { object_type: [object_type], object_id: [object_id], action: [action] }
      const [known] = await rbacPolicies.list(db, 'all', { ...same, target_tenant: [target] })
      if (known) throw errors.DuplicateRbacPolicy()
      await checkScopeOfPool(db, objectTypeOf(object_type), object_id, target)
      if (target !== everyone) await checkUnused(inside, before)
      await rbacPolicies.update(db, before.id, { target_tenant: target }, '')
      await sayOfItself(inside, after)
      await updated(inside, rbacPolicy, changes, { before, after })
      return refreshed(rbacPolicies, db, before.id)
    })
  }

export const deleteRbacPolicy =
  (deps: Deps) =>
  (ctx: Context, found: PlainRbacPolicy): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      await checkUnused(inside, found)
      await remove(inside, rbacPolicies, found)
      await sayOfItself(inside, found)
    })
