import { certificateFingerprint, sshFingerprint } from './ssh-key.ts'

export type KeyType = 'ssh' | 'x509'

/** The type of a stored public key: certificates are PEM, which no OpenSSH key is. */
export const keyTypeOf = (publicKey: string): KeyType =>
  /^-----BEGIN CERTIFICATE-----/m.test(publicKey) ? 'x509' : 'ssh'

/** The fingerprint of a public key. Throws `KeyPairInvalid` if it is none of its type. */
export const fingerprintOf = (type: KeyType, publicKey: string): string =>
  type === 'ssh' ? sshFingerprint(publicKey) : certificateFingerprint(publicKey)
