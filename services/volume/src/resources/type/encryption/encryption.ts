import { encryptionNotifications } from '@nimbo/contracts/volume/notifications/encryption'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../../app/app.ts'
import type { Db } from '../../../db/db.ts'
import type { TypeEncryptionRow } from '../../../db/tables.ts'
import { findEncryption } from '../../../db/type-encryption.ts'
import { isTypeUsed } from '../../../db/volume-types.ts'
import type { Volume } from '../../../domain/volume.ts'
import { errors } from '../../../errors.ts'

export type EncryptionOrder = Pick<TypeEncryptionRow, 'provider' | 'control_location' | 'cipher' | 'key_size'>

/** Throws if the type has volumes, which were created with its previous encryption. */
const requireUnused = async (trx: Db, typeId: string, verb: string): Promise<void> => {
  if (await isTypeUsed(trx, typeId))
    throw errors.BadRequest({ reason: `Cannot ${verb} encryption specs. Volume type in use.` })
}

export const createEncryption =
  (app: VolumeApp) =>
  (ctx: Context, typeId: string, order: EncryptionOrder): Promise<TypeEncryptionRow> =>
    inTransaction(app.db, async (trx) => {
      await requireUnused(trx, typeId, 'create')
      if (await findEncryption(trx, typeId)) throw errors.VolumeTypeEncryptionExists({ id: typeId })
      const now = timestamp(app.clock)
      const row = { id: newId(), volume_type_id: typeId, ...order, created_at: now, updated_at: now }
      await trx.insertInto('volume_type_encryption').values(row).execute()
      await tell(app, trx, ctx, 'create', typeId, order)
      return row
    })

/** A type has at most one encryption: as in Cinder, the encryption id in the path is ignored. */
const need = async (trx: Db, typeId: string): Promise<TypeEncryptionRow> => {
  const found = await findEncryption(trx, typeId)
  if (found === undefined) throw errors.VolumeTypeEncryptionNotFound({ id: typeId })
  return found
}

export const updateEncryption =
  (app: VolumeApp) =>
  (ctx: Context, typeId: string, changes: Partial<EncryptionOrder>): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const { id } = await need(trx, typeId)
      await requireUnused(trx, typeId, 'update')
      const change = { ...changes, updated_at: timestamp(app.clock) }
      await trx.updateTable('volume_type_encryption').set(change).where('id', '=', id).execute()
      await tell(app, trx, ctx, 'update', typeId, changes)
    })

export const removeEncryption =
  (app: VolumeApp) =>
  (typeId: string): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const { id } = await need(trx, typeId)
      await requireUnused(trx, typeId, 'delete')
      await trx.deleteFrom('volume_type_encryption').where('id', '=', id).execute()
    })

const tell = (
  { notices }: VolumeApp,
  trx: Db,
  ctx: Context,
  verb: keyof typeof encryptionNotifications,
  typeId: string,
  encryption: Partial<EncryptionOrder>,
): Promise<void> =>
  notices.tell(trx, ctx, encryptionNotifications[verb], {
    resource: typeId,
    payload: () => ({ type_id: typeId, encryption: { ...encryption } }),
  })

interface VolumeEncryption {
  readonly encryption_key_id: string | null
  readonly provider?: string
  readonly control_location?: string
  readonly cipher?: string | null
  readonly key_size?: number | null
}

/** The encryption of a volume, for the services that open it; a null key id if it is not encrypted. */
export const encryptionOfVolume =
  ({ db }: VolumeApp) =>
  async ({ typeId, encryptionKeyId }: Volume): Promise<VolumeEncryption> => {
    const asked = encryptionKeyId === null ? undefined : await findEncryption(db, typeId)
    if (!asked) return { encryption_key_id: encryptionKeyId }
    const { provider, control_location, cipher, key_size } = asked
    return { encryption_key_id: encryptionKeyId, provider, control_location, cipher, key_size }
  }

export const encryptionOfType = ({ db }: VolumeApp, typeId: string): Promise<TypeEncryptionRow | undefined> =>
  findEncryption(db, typeId)
