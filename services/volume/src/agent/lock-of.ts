import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeLock } from '../driver/volume-backend.ts'

/** The LUKS passphrase of a volume, the same that the hypervisor is given: the key in hexadecimal digits. */
export const lockOf = async (
  keys: Pick<KeyManagerClient, 'payload'>,
  ctx: Context,
  { keyId, cipher, keySize }: { readonly keyId: string; readonly cipher: string; readonly keySize: number },
): Promise<VolumeLock> => ({
  ...{ cipher, keySize },
  passphrase: (await keys.payload(ctx, keyId)).toString('hex'),
})
