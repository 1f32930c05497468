import type { GroupType } from '@nimbo/contracts/volume/group-types'
import {
  groupSpecsNotifications,
  groupTypeNotifications,
} from '@nimbo/contracts/volume/notifications/group-types'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import type { Db } from '../../db/db.ts'
import { groupTypes } from '../../db/group-types.ts'
import { errors } from '../../errors.ts'

type Texts = Readonly<Record<string, string>>

export const needGroupType = async (app: VolumeApp, ctx: Context, id: string): Promise<GroupType> => {
  const projectId = scopeOf(app, ctx)
  const found = await groupTypes.get(app.db, projectId === undefined ? 'all' : { projectId }, id)
  if (!found) throw errors.GroupTypeNotFound({ id })
  return found
}

const tellType = (
  { notices }: VolumeApp,
  trx: Db,
  ctx: Context,
  verb: keyof typeof groupTypeNotifications,
  { id, name }: GroupType,
): Promise<void> =>
  notices.tell(trx, ctx, groupTypeNotifications[verb], {
    resource: id,
    payload: () => ({ group_types: { id, name } }),
  })

const tellSpecs = (
  { notices }: VolumeApp,
  trx: Db,
  ctx: Context,
  verb: keyof typeof groupSpecsNotifications,
  id: string,
  specs: Texts,
): Promise<void> =>
  notices.tell(trx, ctx, groupSpecsNotifications[verb], {
    resource: id,
    payload: () => ({ type_id: id, specs: { ...specs } }),
  })

type Order = Pick<GroupType, 'name' | 'description' | 'is_public' | 'group_specs'>

export const addGroupType =
  (app: VolumeApp) =>
  (ctx: Context, order: Order): Promise<GroupType> =>
    inTransaction(app.db, async (trx) => {
      const now = timestamp(app.clock)
      const made = await groupTypes.insert(trx, { ...order, id: newId(), created_at: now, updated_at: now })
      if (!made) throw errors.GroupTypeExists({ id: order.name })
      await tellType(app, trx, ctx, 'create', made)
      return made
    })

export const changeGroupType =
  (app: VolumeApp) =>
  (ctx: Context, { id }: GroupType, changes: Partial<Omit<Order, 'group_specs'>>): Promise<GroupType> =>
    inTransaction(app.db, async (trx) => {
      const [namesake] =
        changes.name === undefined ? [] : await groupTypes.list(trx, 'all', { name: [changes.name] })
      if (namesake && namesake.id !== id) throw errors.GroupTypeExists({ id: namesake.name })
      const changed = await groupTypes.update(trx, id, changes, timestamp(app.clock))
      if (!changed) throw errors.GroupTypeNotFound({ id })
      await tellType(app, trx, ctx, 'update', changed)
      return changed
    })

/** Throws if a group has the type. */
export const removeGroupType =
  (app: VolumeApp) =>
  (ctx: Context, type: GroupType): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const used = await trx
        .selectFrom('volume_groups')
        .select('id')
        .where('group_type_id', '=', type.id)
        .limit(1)
        .executeTakeFirst()
      if (used) throw errors.GroupTypeInUse({ id: type.id })
      await groupTypes.delete(trx, type.id)
      await tellType(app, trx, ctx, 'delete', type)
    })

/** Sets several specs (`create`), or one of them (`update`); the others stay. */
export const setGroupSpecs =
  (app: VolumeApp) =>
  (ctx: Context, { id, group_specs }: GroupType, specs: Texts, verb: 'create' | 'update'): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      await groupTypes.update(trx, id, { group_specs: { ...group_specs, ...specs } }, timestamp(app.clock))
      await tellSpecs(app, trx, ctx, verb, id, specs)
    })

export const removeGroupSpec =
  (app: VolumeApp) =>
  async (ctx: Context, { id, group_specs }: GroupType, key: string): Promise<void> => {
    const { [key]: value, ...left } = group_specs
    if (value === undefined || !Object.hasOwn(group_specs, key))
      throw errors.GroupTypeSpecsNotFound({ id, key })
    await inTransaction(app.db, async (trx) => {
      await groupTypes.update(trx, id, { group_specs: left }, timestamp(app.clock))
      await tellSpecs(app, trx, ctx, 'delete', id, { [key]: value })
    })
  }
