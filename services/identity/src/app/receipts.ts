import type { Clock } from '@nimbo/kernel/clock'
import { openFernet, sealFernet } from '../domain/tokens/fernet.ts'
import type { AuthMethod } from '../domain/tokens/token-claims.ts'
import { decodeClaims, encodeClaims } from '../domain/tokens/token-payload.ts'
import { errors } from '../errors.ts'
import type { KeyRing } from './keys/key-repository.ts'

/** The methods that a user has already authenticated with when multi-factor rules require more. */
export interface Receipt {
  readonly userId: string
  readonly methods: readonly AuthMethod[]
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Receipts are encrypted like Fernet tokens but with their own keys, so that one is never accepted as the other. */
export const receiptCodec = (keys: KeyRing, clock: Clock) => ({
  seal: async ({ userId, methods, issuedAt, expiresAt }: Receipt): Promise<string> => {
    const claims = {
      userId,
      methods,
      issuedAt,
      expiresAt,
      scope: { kind: 'unscoped' },
      auditIds: [],
    } as const
    // Rotations since the last time may have deleted the key known here.
    await keys.reload()
    return sealFernet(keys.primary(), encodeClaims(claims), issuedAt)
  },
  /** Throws `ReceiptNotFound` for an invalid or expired receipt. */
  open: async (text: string): Promise<Receipt> => {
    let opened = openFernet(keys.all(), text)
    if (!opened) {
      await keys.reload()
      opened = openFernet(keys.all(), text)
    }
    const claims = opened && decodeClaims(opened.payload)
    if (!claims || claims.expiresAt <= clock.now()) throw errors.ReceiptNotFound()
    return claims
  },
})

export type ReceiptCodec = ReturnType<typeof receiptCodec>
