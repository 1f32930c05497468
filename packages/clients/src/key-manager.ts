import {
  createSecret,
  deleteSecret,
  listSecrets,
  type NewSecret,
  showPayload,
} from '@nimbo/contracts/key-manager/secrets'
import { bytesOf } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

/** Secrets of a service, which itself stores only their ids. */
export interface KeyManagerClient {
  /** Resolves to the secret's id. */
  store(ctx: Context, secret: NewSecret): Promise<string>
  /** The id of the secret with that name in the caller's project; undefined when there is none. */
  named(ctx: Context, name: string): Promise<string | undefined>
  payload(ctx: Context, id: string): Promise<Buffer>
  /** The content of a certificate, PEM or DER; undefined if there is none with that id that the caller may read. */
  certificate(ctx: Context, id: string): Promise<Buffer | undefined>
  /** Idempotent. */
  remove(ctx: Context, id: string): Promise<void>
}

/** A reference (URL) ends with the id. */
const idIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

export const keyManagerClient = (keys: ServiceClient): KeyManagerClient => ({
  store: async (ctx, body) => idIn((await keys.call(ctx, createSecret, { body })).secret_ref),
  named: async (ctx, name) => {
    const { secrets } = await keys.call(ctx, listSecrets, { query: { name, limit: '1' } })
    return secrets[0] && idIn(secrets[0].secret_ref)
  },
  payload: async (ctx, secret_id) => {
    const headers = { accept: 'application/octet-stream' }
    return bytesOf((await keys.open(ctx, showPayload, { path: { secret_id }, headers })).body)
  },
  certificate: async (ctx, secret_id) => {
    const open = async (accept: string): Promise<Buffer> =>
      bytesOf((await keys.open(ctx, showPayload, { path: { secret_id }, headers: { accept } })).body)
    try {
      return await open('application/octet-stream').catch((error: unknown) => {
        if (isRemote(error, 406)) return open('text/plain')
        throw error
      })
    } catch (error) {
      if (isRemote(error, 400) || isRemote(error, 403) || isRemote(error, 404)) return undefined
      throw error
    }
  },
  remove: async (ctx, secret_id) => {
    await unlessNotFound(keys.call(ctx, deleteSecret, { path: { secret_id } }))
  },
})
