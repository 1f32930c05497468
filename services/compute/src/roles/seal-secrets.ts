import { hkdfSync } from 'node:crypto'
import { seal, sealingKey, sealingKeyBytes, unseal } from '@nimbo/kernel/sealed-text'

interface SealingConfig {
  readonly key_manager: { readonly fixed_key?: string | undefined }
}

/** Encrypts and decrypts servers' secrets. Throws when no key is configured. */
export const sealSecrets = ({ key_manager }: SealingConfig) => {
  const secret = key_manager.fixed_key
  if (secret === undefined)
    throw new RangeError(
      'nova.conf needs [key_manager] fixed_key: the secrets of servers are encrypted by it',
    )
  const key = sealingKey(new Uint8Array(hkdfSync('sha256', secret, '', 'compute secrets', sealingKeyBytes)))
  return {
    seal: (text: string) => seal(key, text),
    unseal: (sealed: string) => unseal(key, sealed),
  }
}
