import { randomUUID } from 'node:crypto'
import type { ObjectType } from '@nimbo/contracts/network/rbac-policy'
import type { Inside } from '../../app/deps.ts'
import { asExternal, asShared, everyone } from './rbac-policies.ts'

/** Something that says itself whether all may use it. */
interface Shareable {
  readonly id: string
  readonly project_id: string
  readonly shared: boolean
  readonly 'router:external'?: boolean
}

/** Keeps the policies for everyone in line with what an object says of itself. */
export const followSharing =
  (type: ObjectType) =>
  async ({ db }: Inside, { id, project_id, ...said }: Shareable): Promise<void> => {
    const wanted = [
      { action: asShared, isWanted: said.shared },
      ...(type === 'network' ? [{ action: asExternal, isWanted: said['router:external'] === true }] : []),
    ]
    for (const { action, isWanted } of wanted) {
      const policy = { object_type: type, object_id: id, action, target_tenant: everyone }
      if (isWanted)
        await db
          .insertInto('rbac_policies')
          .values({ ...policy, id: randomUUID(), project_id })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      else
        await db
          .deleteFrom('rbac_policies')
          .where('object_type', '=', type)
          .where('object_id', '=', id)
          .where('action', '=', action)
          .where('target_tenant', '=', everyone)
          .execute()
    }
  }

/** The same of a new object, which has no policies yet. */
export const beginSharing =
  (type: ObjectType) =>
  async (inside: Inside, object: Shareable): Promise<void> => {
    if (object.shared || object['router:external'] === true) await followSharing(type)(inside, object)
  }

/** Policies go with what they are about. */
export const endSharing =
  (type: ObjectType) =>
  async ({ db }: Inside, { id }: { readonly id: string }): Promise<void> => {
    await db.deleteFrom('rbac_policies').where('object_type', '=', type).where('object_id', '=', id).execute()
  }
