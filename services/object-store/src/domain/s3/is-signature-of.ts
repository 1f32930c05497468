import { createHmac, timingSafeEqual } from 'node:crypto'
import { scopedKey } from './scoped-key.ts'
import type { Signature } from './signature.ts'

/** Whether a signature was made with a secret. */
export const isSignatureOf = (secret: string, { text, signature, scope }: Signature): boolean => {
  const right =
    scope === undefined
      ? createHmac('sha1', secret).update(text).digest('base64')
      : createHmac('sha256', scopedKey(secret, scope.scope)).update(text).digest('hex')
  const [one, other] = [Buffer.from(right), Buffer.from(signature)]
  return one.length === other.length && timingSafeEqual(one, other)
}
