import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A Fernet key: 16 bytes for signing and 16 for encryption. */
export interface FernetKey {
  readonly signing: Buffer
  readonly encryption: Buffer
}

export interface OpenedFernet {
  readonly payload: Buffer
  /** When the token was encrypted: milliseconds since the epoch, rounded to seconds. */
  readonly sealedAt: number
}

const version = 0x80
const headerBytes = 9
const ivBytes = 16
const macBytes = 32
const blockBytes = 16

/** A new random key in its stored form: 32 bytes as padded base64url. */
export const newFernetKey = (): string =>
  randomBytes(32).toString('base64').replaceAll('+', '-').replaceAll('/', '_')

/** Reads a stored key; undefined unless it is 32 bytes of base64url. */
export const parseFernetKey = (text: string): FernetKey | undefined => {
  const bytes = Buffer.from(text.trim(), 'base64url')
  if (bytes.length !== 32) return undefined
  return { signing: bytes.subarray(0, 16), encryption: bytes.subarray(16) }
}

const mac = (key: FernetKey, signed: Buffer): Buffer =>
  createHmac('sha256', key.signing).update(signed).digest()

/** Encrypts bytes as in the Fernet specification, but without padding, which is not needed in a header. */
export const sealFernet = (key: FernetKey, payload: Uint8Array, now: number, iv?: Buffer): string => {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt8(version, 0)
  header.writeBigUInt64BE(BigInt(Math.floor(now / 1000)), 1)
  const vector = iv ?? randomBytes(ivBytes)
  const cipher = createCipheriv('aes-128-cbc', key.encryption, vector)
  const signed = Buffer.concat([header, vector, cipher.update(payload), cipher.final()])
  return Buffer.concat([signed, mac(key, signed)]).toString('base64url')
}

/** Decrypts a token with the first key whose signature matches; undefined if none does. */
export const openFernet = (keys: readonly FernetKey[], token: string): OpenedFernet | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.length - headerBytes - ivBytes - macBytes
  if (body < blockBytes || body % blockBytes !== 0 || bytes[0] !== version) return undefined
  const signed = bytes.subarray(0, -macBytes)
  const signature = bytes.subarray(-macBytes)
  const key = keys.find((candidate) => timingSafeEqual(mac(candidate, signed), signature))
  if (!key) return undefined
  const iv = signed.subarray(headerBytes, headerBytes + ivBytes)
  const decipher = createDecipheriv('aes-128-cbc', key.encryption, iv)
  try {
    const payload = Buffer.concat([decipher.update(signed.subarray(headerBytes + ivBytes)), decipher.final()])
    return { payload, sealedAt: Number(signed.readBigUInt64BE(1)) * 1000 }
  } catch {
    return undefined
  }
}
