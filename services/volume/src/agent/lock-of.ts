import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeLock } from '../driver/volume-backend.ts'

interface Asked {
  readonly keyId: string
  readonly cipher: string
  readonly keySize: number
  readonly version?: 1 | 2
}

/** The LUKS passphrase of a volume: the key in hexadecimal digits, as the hypervisor uses it, too. */
export const lockOf = async (
  keys: Pick<KeyManagerClient, 'payload'>,
  ctx: Context,
  { keyId, cipher, keySize, version = 1 }: Asked,
): Promise<VolumeLock> => ({
  ...{ cipher, keySize, version },
  passphrase: (await keys.payload(ctx, keyId)).toString('hex'),
})
