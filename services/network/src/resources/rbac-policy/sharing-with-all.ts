import { randomUUID } from 'node:crypto'
import type { ObjectType } from '@nimbo/contracts/network/rbac-policy'
import type { Inside } from '../../app/deps.ts'
import type { Db } from '../../tables.ts'
import { asExternal, asShared, everyone } from './rbac-policies.ts'

/** An object with a `shared` or `router:external` attribute. */
interface Shareable {
  readonly id: string
  readonly project_id: string
  readonly shared: boolean
  readonly 'router:external'?: boolean
}

const letEveryone = async (
  db: Db,
  type: ObjectType,
  { id, project_id }: Shareable,
  action: string,
): Promise<void> => {
  const policy = { object_type: type, object_id: id, action, target_tenant: everyone }
  await db
    .insertInto('rbac_policies')
    .values({ ...policy, id: randomUUID(), project_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const policiesOn = (db: Db, type: ObjectType, { id }: Pick<Shareable, 'id'>, action: string) =>
  db
    .deleteFrom('rbac_policies')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('action', '=', action)

/**
 * Keeps RBAC policies in line with an updated object: `shared` corresponds to the policy for everyone,
 * `router:external` to all policies with `access_as_external`.
 */
export const followSharing =
  (type: ObjectType) =>
  async ({ db }: Inside, before: Shareable, after: Shareable): Promise<void> => {
    // The old value may have been shown as shared because of a policy for one project, so only the new one counts.
    if (after.shared) await letEveryone(db, type, after, asShared)
    else await policiesOn(db, type, after, asShared).where('target_tenant', '=', everyone).execute()
    const [was, is] = [before['router:external'] === true, after['router:external'] === true]
    if (is && !was) await letEveryone(db, type, after, asExternal)
    if (was && !is) await policiesOn(db, type, after, asExternal).execute()
  }

/** Like {@link followSharing}, for a new object, which has no policies yet. */
export const beginSharing =
  (type: ObjectType) =>
  async ({ db }: Inside, object: Shareable): Promise<void> => {
    if (object.shared) await letEveryone(db, type, object, asShared)
    if (object['router:external'] === true) await letEveryone(db, type, object, asExternal)
  }

/** Deletes the policies of a deleted object. */
export const endSharing =
  (type: ObjectType) =>
  async ({ db }: Inside, { id }: { readonly id: string }): Promise<void> => {
    await db.deleteFrom('rbac_policies').where('object_type', '=', type).where('object_id', '=', id).execute()
  }
