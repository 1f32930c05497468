import { hash } from 'node:crypto'
import { type FernetKey, openFernet, sealFernet } from '../../domain/tokens/fernet.ts'
import type { KeyRing } from './key-repository.ts'

/** The encrypted secret of a credential, as it is stored. */
export interface Sealed {
  readonly encrypted_blob: string
  /** The hash of the key that encrypted it. After a rotation it shows which credentials must be encrypted again. */
  readonly key_hash: string
}

const hashOf = ({ signing, encryption }: FernetKey): string =>
  hash('sha256', Buffer.concat([signing, encryption]), 'hex')

/** Encrypts the secrets of credentials, so that access to the database alone does not reveal them. */
export const credentialVault = (keys: KeyRing, now: () => number) => {
  const opened = ({ encrypted_blob }: Sealed): string | undefined =>
    openFernet(keys.all(), encrypted_blob)?.payload.toString()
  return {
    /** Encrypts with the primary key, read again: rotations since the last time may have deleted the one known here. */
    seal: async (blob: string): Promise<Sealed> => {
      await keys.reload()
      const primary = keys.primary()
      return {
        encrypted_blob: sealFernet(primary, Buffer.from(blob), now()),
        key_hash: hashOf(primary),
      }
    },

    /** Decrypts with any of the keys. Throws if none of them encrypted the credential. */
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
