import { empty, exact, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { given } from '@nimbo/operation/target'
import { before, changed, since } from '@nimbo/operation/windows'
import { type TSchema, Type } from 'typebox'
import { NextLink } from './links.ts'
import { strictFrom275, text } from './query.ts'
import { keyNameUntil291, keyName, printable } from './words.ts'

const plain = {
  name: Type.String(),
  public_key: Type.String(),
  fingerprint: Type.String(),
  type: since('2.2', Type.String()),
}
const KeyPair = view(plain)
const NewKeyPair = view({
  ...plain,
  user_id: Type.String(),
  private_key: Type.Optional(Type.String()),
})
const KeyPairInFull = view({
  ...plain,
  user_id: Type.String(),
  id: Type.Integer(),
  created_at: Type.String(),
  deleted: Type.Boolean(),
  deleted_at: Type.Null(),
  updated_at: Type.Null(),
})

/** Since 2.10 admins can access other users' key pairs. */
const user = since('2.10', text)
/** Policy rules about key pairs check the owning user. */
const on = given
const path = '/os-keypairs/{keypair_name}'
const query = strictFrom275({ user_id: user })
const errors = ['KeyPairNotFound']

export const listKeyPairs = operation({
  id: 'key-pairs.list',
  method: 'GET',
  path: '/os-keypairs',
  summary: 'List key pairs',
  rule: 'os_compute_api:os-keypairs:index',
  on,
  query: strictFrom275({ user_id: user, limit: since('2.35', text), marker: since('2.35', text) }),
  replies: {
    200: view({ keypairs: Type.Array(view({ keypair: KeyPair })), keypairs_links: NextLink }),
  },
  errors: ['MarkerNotFound'],
})

const PublicKey = Type.String({ maxLength: 65_535 })

const keyBody = <PublicKeySchema extends TSchema>(pattern: string, publicKey: PublicKeySchema) =>
  Type.Object(
    {
      keypair: Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 255, pattern: printable, allOf: [{ pattern }] }),
          type: Type.Optional(since('2.2', oneOf(['ssh', 'x509']))),
          public_key: publicKey,
          user_id: Type.Optional(since('2.10', Type.String())),
        },
        exact,
      ),
    },
    exact,
  )

export const createKeyPair = operation({
  id: 'key-pairs.create',
  method: 'POST',
  path: '/os-keypairs',
  summary: 'Import a public key; until 2.91 also generate a pair',
  rule: 'os_compute_api:os-keypairs:create',
  on,
  body: changed(keyBody(keyName, PublicKey), ['2.92', keyBody(keyNameUntil291, Type.Optional(PublicKey))]),
  replies: { 200: before('2.2', view({ keypair: NewKeyPair })), 201: view({ keypair: NewKeyPair }) },
  errors: ['KeyPairExists', 'QuotaReached'],
})

export const showKeyPair = operation({
  id: 'key-pairs.show',
  method: 'GET',
  path,
  summary: 'Show a key pair',
  rule: 'os_compute_api:os-keypairs:show',
  on,
  query,
  replies: { 200: view({ keypair: KeyPairInFull }) },
  errors,
})

export const deleteKeyPair = operation({
  id: 'key-pairs.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a key pair',
  rule: 'os_compute_api:os-keypairs:delete',
  on,
  query,
  replies: { 202: before('2.2', empty), 204: empty },
  errors,
})
