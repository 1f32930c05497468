import { randomBytes } from 'node:crypto'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { Context } from '@nimbo/kernel/context'

/** TPM keys are named by server id, so that the database need not store a reference. */
const nameOf = (serverId: string): string => `vtpm-${serverId}`

const keyBytes = 32

/**
 * The passphrase of a server's TPM state, created at first use. Barbican stores it under compute's own account, so that the
 * server's owner can neither read nor delete it.
 */
export const tpmKey = async (
  keys: Pick<KeyManagerClient, 'named' | 'payload' | 'store'>,
  ctx: Context,
  serverId: string,
): Promise<string> => {
  const name = nameOf(serverId)
  const id =
    (await keys.named(ctx, name)) ??
    (await keys.store(ctx, {
      ...{ name, secret_type: 'opaque' },
      ...{ payload: randomBytes(keyBytes).toString('base64'), payload_content_encoding: 'base64' },
      payload_content_type: 'application/octet-stream',
    }))
  return (await keys.payload(ctx, id)).toString('hex')
}

/** Deletes the passphrase of a deleted server. Idempotent. */
export const forgetTpmKey = async (
  keys: Pick<KeyManagerClient, 'named' | 'remove'>,
  ctx: Context,
  serverId: string,
): Promise<void> => {
  const id = await keys.named(ctx, nameOf(serverId))
  if (id !== undefined) await keys.remove(ctx, id)
}
