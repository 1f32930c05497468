import * as operations from '@nimbo/contracts/volume/encryption'
import { own } from '@nimbo/kernel/own'
import { handle } from '../../../api/handle.ts'
import type { TypeEncryptionRow } from '../../../db/tables.ts'
import { wireChange, wireTime } from '../../../domain/wire-time.ts'
import { errors } from '../../../errors.ts'
import {
  createEncryption,
  encryptionOfType,
  encryptionOfVolume,
  removeEncryption,
  updateEncryption,
} from './encryption.ts'

const locationOf = (text: string): 'front-end' | 'back-end' => (text === 'back-end' ? text : 'front-end')

const view = (row: TypeEncryptionRow) => ({
  volume_type_id: row.volume_type_id,
  encryption_id: row.id,
  provider: row.provider,
  control_location: locationOf(row.control_location),
  cipher: row.cipher,
  key_size: row.key_size,
  created_at: wireTime(row.created_at),
  updated_at: wireChange(row.created_at, row.updated_at),
  deleted_at: null,
  deleted: false,
})

const list = handle(operations.listEncryption, async ({ app, found }) => {
  const row = await encryptionOfType(app, found.type.id)
  return row ? view(row) : {}
})

const show = handle(operations.showEncryptionKey, async ({ app, found, params: { encryption_id: key } }) => {
  const row = await encryptionOfType(app, found.type.id)
  const value = row && own<unknown>(view(row), key)
  if (value === undefined) throw errors.VolumeTypeEncryptionNotFound({ id: found.type.id })
  return { [key]: value }
})

const create = handle(operations.createEncryption, async ({ app, ctx, found, body }) => {
  const { cipher = null, key_size = null, ...rest } = body.encryption
  const order = { cipher, key_size, ...rest }
  const { id } = await createEncryption(app)(ctx, found.type.id, order)
  return { encryption: { volume_type_id: found.type.id, encryption_id: id, ...order } }
})

const update = handle(operations.updateEncryption, async ({ app, ctx, found, body }) => {
  await updateEncryption(app)(ctx, found.type.id, body.encryption)
  return { encryption: { ...body.encryption } }
})

const remove = handle(operations.deleteEncryption, async ({ app, found }) => {
  await removeEncryption(app)(found.type.id)
})

const listOfVolume = handle(operations.listVolumeEncryption, async ({ app, found }) => ({
  ...(await encryptionOfVolume(app)(found.volume)),
}))

const showOfVolume = handle(operations.showVolumeEncryption, async ({ app, found, params: { key } }) => ({
  [key]: own<string | number | null>({ ...(await encryptionOfVolume(app)(found.volume)) }, key) ?? null,
}))

export const typeEncryption = [list, show, create, update, remove, listOfVolume, showOfVolume]
