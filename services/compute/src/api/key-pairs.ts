import * as operations from '@nimbo/contracts/compute/key-pairs'
import { answer } from '@nimbo/http/answer'
import type { Context } from '@nimbo/kernel/context'
import { microversion } from '@nimbo/operation/microversion'
import { createKeyPair } from '../app/key-pairs.ts'
import type { KeyPairRow } from '../db/schema/api-tables.ts'
import { wireTimeMicros } from '../domain/wire-time.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { nextLink } from './page-links.ts'
import { limitOf } from './servers/server-list-query.ts'

const typed = microversion('2.2')
const onBehalf = microversion('2.10')
const paged = microversion('2.35')

interface KeyCall {
  readonly ctx: Context
  readonly version: number
  readonly query: { readonly user_id?: string }
}

/** The user whose keys the request is about: the caller, or since 2.10 another one. */
const ownerOf = ({ ctx, query, version }: KeyCall): string =>
  (version >= onBehalf ? query.user_id : undefined) ?? ctx.userId ?? ''

const owner = { given: (call: KeyCall) => ({ user_id: ownerOf(call) }) }

const view = (key: KeyPairRow) => ({
  name: key.name,
  public_key: key.public_key,
  fingerprint: key.fingerprint,
  type: key.type,
})

const list = handle(
  operations.listKeyPairs,
  async (call) => {
    const { app, query, version } = call
    const userId = ownerOf(call)
    const stored = app.stores.keyPairs
    const most = app.deps.config.api.max_limit
    const limit = version >= paged ? limitOf(query.limit, most) : most
    const marker = version >= paged ? query.marker : undefined
    if (marker !== undefined && !(await stored.find(userId, marker))) throw errors.MarkerUnknown({ marker })
    const found = await stored.list(userId, limit, marker)
    return {
      keypairs: found.map((key) => ({ keypair: view(key) })),
      ...(version >= paged
        ? nextLink('keypairs', call.request, { full: found.length === limit, last: found.at(-1)?.name })
        : {}),
    }
  },
  owner,
)

const create = handle(
  operations.createKeyPair,
  async ({ app, ctx, version, body: { keypair: asked } }) => {
    const { key, privateKey } = await createKeyPair(app.deps)(ctx, {
      userId: asked.user_id || (ctx.userId ?? ''),
      projectId: ctx.projectId ?? '',
      name: asked.name,
      type: asked.type ?? 'ssh',
      ...(asked.public_key === undefined ? {} : { publicKey: asked.public_key }),
    })
    const keypair = {
      ...view(key),
      user_id: key.user_id,
      ...(privateKey === undefined ? {} : { private_key: privateKey }),
    }
    return answer({ keypair }, { status: version < typed ? 200 : 201 })
  },
  { given: ({ ctx, body }) => ({ user_id: body.keypair.user_id || ctx.userId }) },
)

const show = handle(
  operations.showKeyPair,
  async (call) => {
    const userId = ownerOf(call)
    const name = call.params.keypair_name
    const key = await call.app.stores.keyPairs.find(userId, name)
    if (!key) throw errors.KeyPairNotFound({ name, userId })
    const keypair = {
      ...view(key),
      user_id: key.user_id,
      id: key.id,
      created_at: wireTimeMicros(key.created_at),
      deleted: false,
      deleted_at: null,
      updated_at: null,
    }
    return { keypair }
  },
  owner,
)

const remove = handle(
  operations.deleteKeyPair,
  async (call) => {
    const userId = ownerOf(call)
    const name = call.params.keypair_name
    const key = await call.app.stores.keyPairs.find(userId, name)
    if (!key) throw errors.KeyPairNotFound({ name, userId })
    await call.app.keyPairs.change(call.ctx, { what: 'delete', key }, async (stored) => {
      if (!(await stored.remove(userId, name))) throw errors.KeyPairNotFound({ name, userId })
      return key
    })
    return answer(undefined, { status: call.version < typed ? 202 : 204 })
  },
  owner,
)

export const keyPairRoutes = [list, create, show, remove]
