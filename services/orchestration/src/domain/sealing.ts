import { hkdfSync } from 'node:crypto'
import { seal, sealingKey, sealingKeyBytes, unseal } from '@nimbo/kernel/sealed-text'

/** Encryption of what the service stores, so that the database alone does not reveal it. */
export interface Sealing {
  /** Encrypts what is always secret: passwords and signed URLs. */
  secret(text: string): string
  /** Encrypts parameters and properties if `encrypt_parameters_and_properties` is set; otherwise returns the text. */
  confidential(text: string): string
  /** Decrypts text of either kind; returns text that was never encrypted as it is. */
  open(text: string): string
}

/** The prefix of encrypted text; neither JSON nor data of resource types begins with it. */
const mark = 'sealed-1:'

/**
 * Makes the encryption from `auth_encryption_key`; without a key nothing is encrypted. All processes on one database need the
 * same key.
 */
export const sealingBy = (secret: string | undefined, { isAll }: { readonly isAll: boolean }): Sealing => {
  if (secret === undefined || secret === '') {
    const open = (text: string): string => {
      if (text.startsWith(mark))
        throw new Error('[DEFAULT] auth_encryption_key is missing, by which this was sealed')
      return text
    }
    return { secret: (text) => text, confidential: (text) => text, open }
  }
  const key = sealingKey(new Uint8Array(hkdfSync('sha256', secret, '', 'what stacks keep', sealingKeyBytes)))
  const sealed = (text: string): string => `${mark}${seal(key, text)}`
  return {
    secret: sealed,
    confidential: isAll ? sealed : (text) => text,
    open: (text) => (text.startsWith(mark) ? unseal(key, text.slice(mark.length)) : text),
  }
}
