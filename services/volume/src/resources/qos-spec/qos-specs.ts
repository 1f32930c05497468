import { type QosSpec, qosSpec } from '@nimbo/contracts/volume/qos-specs'
import { qosNotifications } from '@nimbo/contracts/volume/notifications/qos-specs'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { repository } from '@nimbo/resource/rows/repository'
import { sql } from 'kysely'
import type { VolumeApp } from '../../app/app.ts'
import { needType } from '../../app/need.ts'
import type { Db } from '../../db/db.ts'
import { errors } from '../../errors.ts'

/** QoS specs have no owner, and are for administrators. */
export const qosSpecs = repository<typeof qosSpec, Db>(qosSpec, { visibleTo: () => sql<boolean>`1 = 1` })

type Texts = Readonly<Record<string, string>>

export const needQosSpec = async (db: Db, id: string): Promise<QosSpec> => {
  const found = await qosSpecs.get(db, 'all', id)
  if (!found) throw errors.QoSSpecsNotFound({ id })
  return found
}

export const createQosSpec =
  (app: VolumeApp) =>
  (ctx: Context, { name, consumer, specs }: Pick<QosSpec, 'name' | 'consumer' | 'specs'>): Promise<QosSpec> =>
    inTransaction(app.db, async (trx) => {
      const now = timestamp(app.clock)
      const id = newId()
      const made = await qosSpecs.insert(trx, { id, name, consumer, specs, created_at: now, updated_at: now })
      if (!made) throw errors.QoSSpecsExists({ id: name })
      await app.notices.tell(trx, ctx, qosNotifications.create, {
        resource: id,
        payload: () => ({ id, name, specs: { ...specs } }),
      })
      return made
    })

const rewrite = (app: VolumeApp, trx: Db, id: string, changes: Partial<QosSpec>) =>
  qosSpecs.update(trx, id, changes, timestamp(app.clock))

/** Sets keys; the others stay. */
export const setQosSpecs =
  (app: VolumeApp) =>
  (ctx: Context, id: string, given: Texts, consumer?: QosSpec['consumer']): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const { specs } = await needQosSpec(trx, id)
      const changes = { specs: { ...specs, ...given }, ...(consumer === undefined ? {} : { consumer }) }
      await rewrite(app, trx, id, changes)
      await app.notices.tell(trx, ctx, qosNotifications.update, {
        resource: id,
        payload: () => ({ id, specs: { ...given } }),
      })
    })

/** Removes all of these keys, or none if one does not exist. */
export const removeQosKeys =
  (app: VolumeApp) =>
  (ctx: Context, id: string, keys: readonly string[]): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const { specs } = await needQosSpec(trx, id)
      const missing = keys.find((key) => !Object.hasOwn(specs, key))
      if (missing !== undefined) throw errors.QoSSpecsKeyNotFound({ id, key: missing })
      const left = Object.entries(specs).filter(([key]) => !keys.includes(key))
      await rewrite(app, trx, id, { specs: Object.fromEntries(left) })
      await app.notices.tell(trx, ctx, qosNotifications.deleteKeys, { resource: id, payload: () => ({ id }) })
    })

/** The volume types that have the QoS specs. */
export const associationsOf = (
  db: Db,
  id: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  db
    .selectFrom('volume_types')
    .select(['id', 'name'])
    .where('qos_specs_id', '=', id)
    .orderBy('name')
    .limit(1000)
    .execute()

const setOfType = (db: Db, typeId: string, qosSpecsId: string | null) =>
  db.updateTable('volume_types').set({ qos_specs_id: qosSpecsId }).where('id', '=', typeId).execute()

export const associate =
  (app: VolumeApp) =>
  (ctx: Context, id: string, typeId: string): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const type = await needType({ ...app, db: trx }, ctx, typeId)
      if (type.qosSpecsId !== null && type.qosSpecsId !== id) {
        throw errors.InvalidVolumeType({
          reason: `Type ${typeId} is already associated with another qos specs: ${type.qosSpecsId}`,
        })
      }
      await setOfType(trx, typeId, id)
      await app.notices.tell(trx, ctx, qosNotifications.associate, {
        resource: id,
        payload: () => ({ id, type_id: typeId }),
      })
    })

export const disassociate =
  (app: VolumeApp) =>
  (ctx: Context, id: string, typeId: string): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const type = await needType({ ...app, db: trx }, ctx, typeId)
      if (type.qosSpecsId === id) await setOfType(trx, typeId, null)
      await app.notices.tell(trx, ctx, qosNotifications.disassociate, {
        resource: id,
        payload: () => ({ id, type_id: typeId }),
      })
    })

const promiseToNobody = (trx: Db, id: string): Promise<unknown> =>
  trx.updateTable('volume_types').set({ qos_specs_id: null }).where('qos_specs_id', '=', id).execute()

export const disassociateFromAll =
  (app: VolumeApp) =>
  (ctx: Context, id: string): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      await promiseToNobody(trx, id)
      await app.notices.tell(trx, ctx, qosNotifications.disassociateAll, {
        resource: id,
        payload: () => ({ id }),
      })
    })

/** Throws if a volume type has the QoS specs, unless `force` is set. */
export const removeQosSpec =
  (app: VolumeApp) =>
  (ctx: Context, id: string, { force }: { readonly force: boolean }): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      if (force) await promiseToNobody(trx, id)
      if ((await associationsOf(trx, id)).length > 0) throw errors.QoSSpecsInUse()
      await qosSpecs.delete(trx, id)
      await app.notices.tell(trx, ctx, qosNotifications.delete, { resource: id, payload: () => ({ id }) })
    })
