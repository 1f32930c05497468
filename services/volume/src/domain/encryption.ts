import { errors } from '../errors.ts'
import type { Volume } from './volume.ts'

/** How a volume is encrypted; the key is in the key manager. */
export interface Encryption {
  readonly cipher: string
  /** Bits. */
  readonly keySize: number
  /** The version of the LUKS format. */
  readonly version: 1 | 2
}

interface Asked {
  readonly provider: string
  readonly control_location: string
  readonly cipher: string | null
  readonly key_size: number | null
}

/** Cinder's names of the LUKS encryptors. */
const versions: ReadonlyMap<string, 1 | 2> = new Map([
  ['luks', 1],
  ['nova.volume.encryptors.luks.LuksEncryptor', 1],
  ['luks2', 2],
])
const ciphers = /^aes-(xts-plain64|cbc-essiv:sha256|cbc-plain64)$/

const keySizes = (cipher: string): readonly number[] =>
  cipher.includes('xts') ? [256, 512] : [128, 192, 256]

/**
 * The encryption of a type. Throws for anything but LUKS in the front end with a known cipher and key size, so that no volume is
 * called encrypted that is not.
 */
export const requireKnownEncryption = (asked: Asked, typeName: string): Encryption => {
  const cipher = asked.cipher ?? 'aes-xts-plain64'
  const keySize = asked.key_size ?? 256
  const refuse = (what: string) =>
    errors.InvalidInput({ reason: `Volumes of type ${typeName} cannot be encrypted: ${what}.` })
  if (asked.control_location !== 'front-end') throw refuse('no back end here encrypts by itself')
  const version = versions.get(asked.provider)
  if (version === undefined) throw refuse(`there is no provider ${asked.provider}`)
  if (!ciphers.test(cipher)) throw refuse(`there is no cipher ${cipher}`)
  if (!keySizes(cipher).includes(keySize)) throw refuse(`${cipher} has no keys of ${keySize} bits`)
  return { cipher, keySize, version }
}

/** Throws for an encrypted volume, for operations that would treat the encrypted bytes as the owner's content. */
export const requirePlain = ({ id, encryptionKeyId }: Volume, what: string): void => {
  if (encryptionKeyId !== null)
    throw errors.InvalidVolume({ reason: `Volume ${id} is encrypted and cannot be ${what}.` })
}
