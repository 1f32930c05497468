import { hkdfSync } from 'node:crypto'
import { seal, sealingKey, sealingKeyBytes, unseal } from '@nimbo/kernel/sealed-text'

/** What the service keeps in its database so that whoever reads that alone cannot read it. */
export interface Sealing {
  /** Seals what is always secret: passwords, and addresses that are good for whoever has them. */
  secret(text: string): string
  /** Seals what users may have given in confidence, where the operator wants that: parameters and properties. */
  confidential(text: string): string
  /** The text that either was given; text that was never sealed is as it is. */
  open(text: string): string
}

/** Not to be found at the beginning of JSON, nor of what types keep. */
const mark = 'sealed-1:'

/** Without a key nothing can be sealed. Whoever shares the database needs the same key. */
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
