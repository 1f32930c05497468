import { createSecret, deleteSecret, type NewSecret, showPayload } from '@nimbo/contracts/key-manager/secrets'
import { bytesOf } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

/** A key that a service keeps; its id is all that it writes down itself. */
export interface KeyManagerClient {
  /** Gives the id of the secret. */
  store(ctx: Context, secret: NewSecret): Promise<string>
  payload(ctx: Context, id: string): Promise<Buffer>
  /** Not there is a success. */
  remove(ctx: Context, id: string): Promise<void>
}

export const keyManagerClient = (keys: ServiceClient): KeyManagerClient => ({
  store: async (ctx, body) => {
    const { secret_ref } = await keys.call(ctx, createSecret, { body })
    return secret_ref.slice(secret_ref.lastIndexOf('/') + 1)
  },
  payload: async (ctx, secret_id) => {
    const headers = { accept: 'application/octet-stream' }
    return bytesOf((await keys.open(ctx, showPayload, { path: { secret_id }, headers })).body)
  },
  remove: async (ctx, secret_id) => {
    await unlessNotFound(keys.call(ctx, deleteSecret, { path: { secret_id } }))
  },
})
