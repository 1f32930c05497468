import { randomUUID } from 'node:crypto'
import type { ObjectType } from '@nimbo/contracts/network/rbac-policy'
import type { Inside } from '../../app/deps.ts'
import type { Db } from '../../tables.ts'
import { asExternal, asShared, everyone } from './rbac-policies.ts'

/** Something that says itself whether all may use it. */
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
 * Keeps policies in line with what an object says of itself: that it is shared goes with the policy for everyone, that it leads
 * outside with all that let projects lead outside by it.
 */
export const followSharing =
  (type: ObjectType) =>
  async ({ db }: Inside, before: Shareable, after: Shareable): Promise<void> => {
    // The caller may have seen it as shared that is so for one project alone, so what was before says nothing.
    if (after.shared) await letEveryone(db, type, after, asShared)
    else await policiesOn(db, type, after, asShared).where('target_tenant', '=', everyone).execute()
    const [was, is] = [before['router:external'] === true, after['router:external'] === true]
    if (is && !was) await letEveryone(db, type, after, asExternal)
    if (was && !is) await policiesOn(db, type, after, asExternal).execute()
  }

/** The same of a new object, which has no policies yet. */
export const beginSharing =
  (type: ObjectType) =>
  async ({ db }: Inside, object: Shareable): Promise<void> => {
    if (object.shared) await letEveryone(db, type, object, asShared)
    if (object['router:external'] === true) await letEveryone(db, type, object, asExternal)
  }

/** Policies go with what they are about. */
export const endSharing =
  (type: ObjectType) =>
  async ({ db }: Inside, { id }: { readonly id: string }): Promise<void> => {
    await db.deleteFrom('rbac_policies').where('object_type', '=', type).where('object_id', '=', id).execute()
  }
