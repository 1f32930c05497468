import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { s3Errors } from '../../s3-errors.ts'
import { scopedKey } from './scoped-key.ts'
import type { SignatureScope } from './signature.ts'

const digestOfNothing = hash('sha256', '', 'hex')

/** Verifies the signatures of a body's chunks; each covers the previous one. */
export interface PieceSignatures {
  /** Throws unless the signature of the next chunk, given by its digest, is valid. */
  next(digest: string, signature: string): void
  /** Throws unless the signature of the trailer, given by its digest, is valid. */
  trailer(digest: string, signature: string): void
}

/** Verifies chunk signatures of version 4. `seed` is the signature of the request's headers. */
export const pieceSignatures = (
  secret: string,
  { date, scope }: SignatureScope,
  seed: string,
): PieceSignatures => {
  const key = scopedKey(secret, scope)
  let before = seed
  const judge = (kind: 'PAYLOAD' | 'TRAILER', parts: readonly string[], signature: string): void => {
    const text = [`AWS4-HMAC-SHA256-${kind}`, date, scope, before, ...parts].join('\n')
    const right = Buffer.from(createHmac('sha256', key).update(text).digest('hex'))
    const given = Buffer.from(signature)
    if (right.length !== given.length || !timingSafeEqual(right, given))
      throw s3Errors.SignatureDoesNotMatch()
    before = signature
  }
  return {
    next: (digest, signature) => judge('PAYLOAD', [digestOfNothing, digest], signature),
    trailer: (digest, signature) => judge('TRAILER', [digest], signature),
  }
}
