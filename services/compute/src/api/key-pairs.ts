import { exact } from '@nimbo/contracts/compute/words'
import { accepted, json, noContent, ok } from '@nimbo/http/reply'
import type { Call } from '@nimbo/http/route'
import { versioned } from '@nimbo/http/versioned'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import { createKeyPair } from '../app/key-pairs.ts'
import type { KeyPairRow } from '../db/api-tables.ts'
import { wireTimeMicros } from '../domain/wire-time.ts'
import { errors } from '../errors.ts'
import { nextLink } from './page-links.ts'
import { route } from './route.ts'
import { limitOf } from './server-list-query.ts'

const typed = microversion('2.2')
const onBehalf = microversion('2.10')
const paged = microversion('2.35')
const inHandler = { inHandler: 'the rule is about the user whose keys they are' } as const

type KeyCall = Pick<Call<ComputeApp>, 'ctx' | 'app' | 'query' | 'version' | 'enforce'>

const stored = ({ stores }: ComputeApp) => stores.keyPairs

/** Whose keys the request is about: the caller's, or from 2.10 for admins another's. */
const ownerOf = ({ ctx, query, version, enforce }: KeyCall, rule: string, named?: string): string => {
  const userId = (version >= onBehalf ? (named ?? query.user_id) : undefined) ?? ctx.userId ?? ''
  enforce(rule, { user_id: userId })
  return userId
}

const view = (key: KeyPairRow, version: Microversion): object => ({
  name: key.name,
  public_key: key.public_key,
  fingerprint: key.fingerprint,
  ...(version >= typed ? { type: key.type } : {}),
})

const list = route({
  method: 'GET',
  path: '/os-keypairs',
  name: 'key-pairs.list',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { app, query, version } = call
    const userId = ownerOf(call, 'os_compute_api:os-keypairs:index')
    const most = app.deps.config.api.max_limit
    const limit = version >= paged ? limitOf(query.limit, most) : most
    const marker = version >= paged ? query.marker : undefined
    if (marker !== undefined && !(await stored(app).find(userId, marker)))
      throw errors.MarkerNotFound({ marker })
    const found = await stored(app).list(userId, limit, marker)
    return ok({
      keypairs: found.map((key) => ({ keypair: view(key, version) })),
      ...(version >= paged
        ? nextLink('keypairs', call.request, { full: found.length === limit, last: found.at(-1)?.name })
        : {}),
    })
  },
})

const KeyName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9 _.@-]+$' })
/** Until 2.91. */
const OlderName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9 _-]+$' })
const PublicKey = Type.String({ minLength: 1, maxLength: 65_535 })
const KeyType = Type.Union([Type.Literal('ssh'), Type.Literal('x509')])
const optional = Type.Optional

const keyBody = <Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Object({ keypair: Type.Object(properties, exact) }, exact)

const NewestKeyPair = keyBody({
  name: KeyName,
  type: optional(KeyType),
  public_key: PublicKey,
  user_id: optional(Type.String()),
})
const same = (body: unknown): unknown => body

const CreateKeyPair = versioned(NewestKeyPair)
  .before(
    '2.92',
    keyBody({
      name: OlderName,
      type: optional(KeyType),
      public_key: optional(PublicKey),
      user_id: optional(Type.String()),
    }),
    same,
  )
  .before(
    '2.10',
    keyBody({ name: OlderName, type: optional(KeyType), public_key: optional(PublicKey) }),
    same,
  )
  .before('2.2', keyBody({ name: OlderName, public_key: optional(PublicKey) }), same)

const create = route({
  method: 'POST',
  path: '/os-keypairs',
  name: 'key-pairs.create',
  policy: inHandler,
  body: CreateKeyPair,
  replies: [201, 200],
  handle: async (call) => {
    // Until 2.91 the key may be left out, and is generated then.
    const asked = call.body.keypair as {
      readonly name: string
      readonly type?: 'ssh' | 'x509'
      readonly public_key?: string
      readonly user_id?: string
    }
    const userId = ownerOf(call, 'os_compute_api:os-keypairs:create', asked.user_id)
    const { key, privateKey } = await createKeyPair(call.app.deps)({
      userId,
      projectId: call.ctx.projectId ?? '',
      name: asked.name,
      type: asked.type ?? 'ssh',
      ...(asked.public_key === undefined ? {} : { publicKey: asked.public_key }),
    })
    const keypair = {
      ...view(key, call.version),
      user_id: key.user_id,
      ...(privateKey === undefined ? {} : { private_key: privateKey }),
    }
    return json(call.version >= typed ? 201 : 200, { keypair })
  },
})

const show = route({
  method: 'GET',
  path: '/os-keypairs/{keypair_name}',
  name: 'key-pairs.show',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const userId = ownerOf(call, 'os_compute_api:os-keypairs:show')
    const name = call.params.keypair_name
    const key = await stored(call.app).find(userId, name)
    if (!key) throw errors.KeyPairNotFound({ name, userId })
    const keypair = {
      ...view(key, call.version),
      user_id: key.user_id,
      id: key.id,
      created_at: wireTimeMicros(key.created_at),
      deleted: false,
      deleted_at: null,
      updated_at: null,
    }
    return ok({ keypair })
  },
})

const remove = route({
  method: 'DELETE',
  path: '/os-keypairs/{keypair_name}',
  name: 'key-pairs.delete',
  policy: inHandler,
  replies: [204, 202],
  handle: async (call) => {
    const userId = ownerOf(call, 'os_compute_api:os-keypairs:delete')
    const name = call.params.keypair_name
    if (!(await stored(call.app).remove(userId, name))) throw errors.KeyPairNotFound({ name, userId })
    return call.version >= typed ? noContent() : accepted()
  },
})

export const keyPairRoutes = [list, create, show, remove]
