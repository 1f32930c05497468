import { hash } from 'node:crypto'
import { type FernetKey, openFernet, sealFernet } from '../../domain/tokens/fernet.ts'
import type { KeyRing } from './key-repository.ts'

/** What of a credential is secret, as it is kept. */
export interface Sealed {
  readonly encrypted_blob: string
  /** By which key, so that a rotation knows what it has to seal anew. */
  readonly key_hash: string
}

const hashOf = ({ signing, encryption }: FernetKey): string =>
  hash('sha256', Buffer.concat([signing, encryption]), 'hex')

/** Keeps what is secret of credentials from whoever sees the database without the keys. */
export const credentialVault = (keys: KeyRing, now: () => number) => {
  const opened = ({ encrypted_blob }: Sealed): string | undefined =>
    openFernet(keys.all(), encrypted_blob)?.payload.toString()
  return {
    /** What the key of today makes of it. */
    seal: (blob: string): Sealed => ({
      encrypted_blob: sealFernet(keys.primary(), Buffer.from(blob), now()),
      key_hash: hashOf(keys.primary()),
    }),

    /** Throws where none of the keys is that of the credential. */
    open: async (sealed: Sealed): Promise<string> => {
      const known = opened(sealed)
      if (known !== undefined) return known
      await keys.reload()
      const blob = opened(sealed)
      if (blob === undefined) throw new Error('none of the credential keys opens a credential')
      return blob
    },

    primaryHash: (): string => hashOf(keys.primary()),
  }
}

export type CredentialVault = ReturnType<typeof credentialVault>
