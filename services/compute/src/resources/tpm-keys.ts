import { randomBytes } from 'node:crypto'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { Context } from '@nimbo/kernel/context'

/** Keys of TPMs are found by the ids of their servers, so that no book of compute has to name them. */
const nameOf = (serverId: string): string => `vtpm-${serverId}`

const keyBytes = 32

/**
 * What the state of a server's TPM is sealed by; made when it is first asked for. The key manager keeps it in compute's own name: whoever
 * owns the server cannot read it, and cannot take it away.
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

/** The server is gone, and with it what its TPM kept. Not there is a success. */
export const forgetTpmKey = async (
  keys: Pick<KeyManagerClient, 'named' | 'remove'>,
  ctx: Context,
  serverId: string,
): Promise<void> => {
  const id = await keys.named(ctx, nameOf(serverId))
  if (id !== undefined) await keys.remove(ctx, id)
}
