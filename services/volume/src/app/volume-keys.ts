import { randomBytes } from 'node:crypto'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { Context } from '@nimbo/kernel/context'
import type { Encryption } from '../domain/encryption.ts'

/**
 * Stores a key for a volume in the key manager, in the name of this service: the owner of the volume needs no secret of their
 * own, and cannot delete this one. A copy of a volume has the key of its source, under an id of its own.
 */
export const makeVolumeKey =
  (keys: KeyManagerClient) =>
  async (
    ctx: Context,
    volumeId: string,
    { cipher, keySize }: Encryption,
    likeKeyId: string | undefined,
  ): Promise<string> => {
    const key = likeKeyId === undefined ? randomBytes(keySize / 8) : await keys.payload(ctx, likeKeyId)
    const [algorithm = 'aes', mode = 'xts'] = cipher.split('-')
    return keys.store(ctx, {
      ...{ name: `volume-${volumeId}`, secret_type: 'symmetric', algorithm, mode, bit_length: keySize },
      ...{ payload: key.toString('base64'), payload_content_encoding: 'base64' },
      payload_content_type: 'application/octet-stream',
    })
  }
