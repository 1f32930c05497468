import type { Context } from '@nimbo/kernel/context'
import type { KeyPairRow } from '../db/schema/api-tables.ts'
import { keyPairs } from '../db/key-pairs.ts'
import { lowerLimits } from '../domain/quotas/member-limits.ts'
import { isOver } from '../domain/quotas/quota.ts'
import { fingerprintOf, type KeyType } from '../domain/key-pairs/key-type.ts'
import { generateSshKey } from '../domain/key-pairs/ssh-key.ts'
import { generateCertificate } from '../domain/key-pairs/x509-key.ts'
import { errors } from '../errors.ts'
import type { ComputeApiDeps } from './app.ts'
import { changeKeyPair } from './notices/key-pair-notices.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'limits' | 'notifier'>

export interface NewKeyPair {
  readonly userId: string
  /** The project whose quota applies. */
  readonly projectId: string
  readonly name: string
  readonly type: KeyType
  /** Generated when left out. */
  readonly publicKey?: string
}

/** Generates a key pair; for type `x509` the public part is a certificate. */
const generate = async (
  { clock }: Deps,
  { type, userId }: NewKeyPair,
): Promise<{ readonly publicKey: string; readonly privateKey: string }> => {
  if (type === 'ssh') return generateSshKey('Generated-by-Nova')
  const { certificate, privateKey } = await generateCertificate(userId, clock.now())
  return { publicKey: certificate, privateKey }
}

/** Stores a user's public key. The private key of a generated pair is returned once and not stored. */
export const createKeyPair =
  (deps: Deps) =>
  async (
    ctx: Context,
    asked: NewKeyPair,
  ): Promise<{ readonly key: KeyPairRow; readonly privateKey?: string }> => {
    const { userId, projectId, name, type } = asked
    const stored = keyPairs(deps.databases.api, deps.clock)
    // As in Nova the limit is that of the caller, even if the key pair is for another user.
    const limits = await deps.limits.ofMember({ projectId, userId: ctx.userId ?? '' })
    if (isOver(lowerLimits(limits).key_pairs, (await stored.count(userId)) + 1))
      throw errors.QuotaReached({ what: 'key pairs' })
    const made = asked.publicKey === undefined ? await generate(deps, asked) : undefined
    const publicKey = made?.publicKey ?? asked.publicKey ?? ''
    const fingerprint = fingerprintOf(type, publicKey)
    const what = made ? 'create' : 'import'
    const key = await changeKeyPair(deps)(
      ctx,
      { what, key: { user_id: userId, name, type } },
      async (into) => {
        const row = { user_id: userId, name, type, fingerprint, public_key: publicKey }
        const added = await into.create(row)
        if (!added) throw errors.KeyPairExists({ name })
        return added
      },
    )
    return { key, ...(made ? { privateKey: made.privateKey } : {}) }
  }
