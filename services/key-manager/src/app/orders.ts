import type { NewOrder } from '@nimbo/contracts/key-manager/orders'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { insertContainer } from '../db/containers.ts'
import { deleteOrder, insertOrder, listOrders } from '../db/orders.ts'
import type { Page, Window } from '../db/secrets.ts'
import type { KeyDb, Order, Secret } from '../db/tables.ts'
import { canGenerate, canGeneratePair } from '../domain/algorithms.ts'
import { normalType } from '../domain/media-types.ts'
import { errors } from '../errors.ts'
import { generateKey, generatePair } from './generate.ts'
import type { KeyApp } from './key-app.ts'
import { refuseOverQuota } from './quotas.ts'
import { readExpiration } from './secrets/new-secret.ts'
import { storeSecret } from './secrets/store-secret.ts'

const invalid = (reason: string) => errors.Invalid({ schema: 'Order', reason, property: 'meta' })

const requireForm = ({ type, meta }: NewOrder): void => {
  if (meta.payload !== undefined) throw invalid(`'payload' not allowed for ${type} type order`)
  const what = type === 'key' ? 'key' : 'asymmetric key'
  if (!meta.algorithm) throw invalid(`'algorithm' is required field for ${what} type order`)
  if (!meta.bit_length) throw invalid(`'bit_length' is required field for ${what} type order`)
  if (meta.bit_length % 8 !== 0) throw errors.UnsupportedField()
}

type Outcome = Pick<Order, 'status' | 'secret_id' | 'container_id' | 'error_status_code' | 'error_reason'>

const nothing = { secret_id: null, container_id: null, error_status_code: null, error_reason: null }

/** Barbican's message for a key it cannot generate. */
const refused: Outcome = {
  ...{ ...nothing, status: 'ERROR', error_status_code: '400' },
  error_reason: 'Process TypeOrder issue seen - Secret generate supported plugin not found..',
}

type Make = (db: KeyDb) => Promise<Outcome>

/** Generates the key; the order's transaction stores it. */
const generated = async (app: KeyApp, ctx: Context, { type, meta }: NewOrder): Promise<Make> => {
  const secret = {
    name: meta.name?.trim() ?? null,
    expiration: readExpiration(meta.expiration, app.clock),
    algorithm: meta.algorithm ?? null,
    bit_length: meta.bit_length ?? null,
    mode: meta.mode ?? null,
  }
  const contentType = normalType(meta.payload_content_type ?? '') ?? 'application/octet-stream'
  const store = (db: KeyDb, secret_type: Secret['secret_type'], bytes: Buffer) =>
    storeSecret(app, db, ctx, { facts: { ...secret, secret_type }, payload: { type: contentType, bytes } })
  if (type === 'key') {
    if (!canGenerate(meta)) return async () => refused
    const key = generateKey(meta)
    return async (db) => ({ ...nothing, status: 'ACTIVE', secret_id: await store(db, 'symmetric', key) })
  }
  if (!canGeneratePair(meta)) return async () => refused
  const pair = await generatePair(meta, meta.passphrase)
  return async (db) => {
    const members = [
      { name: 'private_key', secret_id: await store(db, 'private', pair.privateKey) },
      { name: 'public_key', secret_id: await store(db, 'public', pair.publicKey) },
    ]
    if (meta.passphrase) {
      const secret_id = await store(db, 'passphrase', Buffer.from(meta.passphrase))
      members.push({ name: 'private_key_passphrase', secret_id })
    }
    const [id, now]: [string, string] = [newId(), timestamp(app.clock)]
    await insertContainer(
      db,
      {
        ...{ id, project_id: ctx.projectId ?? '', creator_id: ctx.userId ?? null, name: secret.name },
        ...{ type: 'rsa', status: 'ACTIVE', created: now, updated: now },
      },
      members.map((member, position) => ({ ...member, container_id: id, position })),
    )
    return { ...nothing, status: 'ACTIVE', container_id: id }
  }
}

/** The passphrase is secret and not stored with the order. */
const keptOf = ({ passphrase: _, ...meta }: NewOrder['meta']): string => JSON.stringify(meta)

/** Generates a key or key pair at once; resolves to the order's id. */
export const createOrder =
  (app: KeyApp) =>
  async (ctx: Context, order: NewOrder): Promise<string> => {
    requireForm(order)
    const make = await generated(app, ctx, order)
    const [id, now]: [string, string] = [newId(), timestamp(app.clock)]
    const projectId = ctx.projectId ?? ''
    await inTransaction(app.db, async (db) => {
      await refuseOverQuota(app, db, { projectId, counted: 'orders', operation: 'Order creation' })
      await insertOrder(db, {
        ...{ id, project_id: projectId, creator_id: ctx.userId ?? null, type: order.type },
        ...{ meta: keptOf(order.meta), created: now, updated: now, ...(await make(db)) },
      })
    })
    return id
  }

export const findOrders = (
  { db }: KeyApp,
  ctx: Context,
  meta: string | undefined,
  window: Window,
): Promise<Page<Order>> => listOrders(db, ctx.projectId ?? '', meta, window)

export const dropOrder = ({ db }: KeyApp, id: string): Promise<void> => deleteOrder(db, id)
