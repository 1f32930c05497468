import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { s3Errors } from '../../s3-errors.ts'
import { scopedKey } from './scoped-key.ts'
import type { SignatureScope } from './signature.ts'

const digestOfNothing = hash('sha256', '', 'hex')

/** Judges the signatures of the pieces of a body, each of which holds the one before it. */
export interface PieceSignatures {
  /** Throws unless the next piece, of which this is the digest, was signed so. */
  next(digest: string, signature: string): void
  /** The same of what follows the last piece. */
  trailer(digest: string, signature: string): void
}

/** Signatures by the secret of the fourth version, after that of the request's head. */
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
