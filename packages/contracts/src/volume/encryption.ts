import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { type TObject, Type } from 'typebox'
import { strict, strictSince353 } from './words.ts'

/** Where encryption takes place: hypervisor or back end. */
const locations = ['front-end', 'back-end'] as const

const KeySize = nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))
const Words = Type.String({ minLength: 1, maxLength: 255 })
const Cipher = nullable(Type.String({ maxLength: 255 }))
const EncryptionSpecs = view({
  volume_type_id: Type.String(),
  encryption_id: Type.String(),
  provider: Type.String(),
  control_location: oneOf(locations),
  cipher: Cipher,
  key_size: KeySize,
  created_at: Type.String(),
  updated_at: nullable(Type.String()),
  deleted_at: Type.Null(),
  deleted: Type.Boolean(),
})

const base = '/types/{volume_type_id}/encryption'
const on = found('type')
const errors = ['VolumeTypeNotFound']
const rule = (verb: string) => `volume_extension:volume_type_encryption:${verb}`
/** Separates the attributes that describe the encryption from the others. */
const { provider, control_location, cipher, key_size, ...others } = EncryptionSpecs.properties
const said = { provider, control_location, cipher, key_size }

/** One attribute under its own name. */
const part = (of: TObject) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ ...Type.Partial(of), minProperties: 1, maxProperties: 1 })

/** Empty when the volume is not encrypted. */
const VolumeEncryption = view({
  encryption_key_id: nullable(Type.String()),
  provider: Type.Optional(Type.String()),
  control_location: Type.Optional(Type.String()),
  cipher: Type.Optional(Cipher),
  key_size: Type.Optional(KeySize),
})

export const listEncryption = operation({
  id: 'type_encryption.list',
  method: 'GET',
  path: base,
  summary: 'Show how volumes of a type are encrypted',
  rule: rule('get'),
  on,
  replies: { 200: Type.Union([EncryptionSpecs, view({})]) },
  errors,
})

export const showEncryptionKey = operation({
  id: 'type_encryption.show',
  method: 'GET',
  // The API reference calls it a key; OpenAPI needs one name per path.
  path: '/types/{volume_type_id}/encryption/{encryption_id}',
  summary: 'Show one part of how volumes of a type are encrypted',
  rule: rule('get'),
  on,
  replies: { 200: part(EncryptionSpecs) },
  errors: [...errors, 'VolumeTypeEncryptionNotFound'],
})

export const createEncryption = operation({
  id: 'type_encryption.create',
  method: 'POST',
  path: base,
  summary: 'Say how volumes of a type are encrypted',
  rule: rule('create'),
  on,
  body: strict({
    encryption: strictSince353({
      provider: Words,
      control_location: oneOf(locations),
      cipher: Type.Optional(Cipher),
      key_size: Type.Optional(KeySize),
    }),
  }),
  replies: {
    200: view({
      encryption: view({
        ...{ volume_type_id: others.volume_type_id, encryption_id: others.encryption_id, ...said },
      }),
    }),
  },
  errors: [...errors, 'VolumeTypeEncryptionExists'],
})

const one = '/types/{volume_type_id}/encryption/{encryption_id}'

export const updateEncryption = operation({
  id: 'type_encryption.update',
  method: 'PUT',
  path: one,
  summary: 'Change how volumes of a type are encrypted',
  rule: rule('update'),
  on,
  body: strict({
    encryption: strictSince353({
      provider: Type.Optional(Words),
      control_location: Type.Optional(oneOf(locations)),
      cipher: Type.Optional(Cipher),
      key_size: Type.Optional(KeySize),
    }),
  }),
  replies: { 200: view({ encryption: Type.Partial(view(said)) }) },
  errors: [...errors, 'VolumeTypeEncryptionNotFound'],
})

export const deleteEncryption = operation({
  id: 'type_encryption.delete',
  method: 'DELETE',
  path: one,
  summary: 'Have volumes of a type encrypted no more',
  rule: rule('delete'),
  on,
  replies: { 202: empty },
  errors: [...errors, 'VolumeTypeEncryptionNotFound'],
})

const ofVolume = { rule: 'volume_extension:volume_encryption_metadata', on: found('volume') }

export const listVolumeEncryption = operation({
  ...ofVolume,
  id: 'volume_encryption.list',
  method: 'GET',
  path: '/volumes/{volume_id}/encryption',
  summary: 'Show how a volume is encrypted',
  replies: { 200: VolumeEncryption },
  errors: ['VolumeNotFound'],
})

export const showVolumeEncryption = operation({
  ...ofVolume,
  id: 'volume_encryption.show',
  method: 'GET',
  path: '/volumes/{volume_id}/encryption/{key}',
  summary: 'Show one part of how a volume is encrypted',
  replies: {
    200: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Null()])),
  },
  errors: ['VolumeNotFound'],
})
