import { generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** An ASN.1 value in DER: its tag, its length, its content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const value = Buffer.concat(parts)
  if (value.length < 0x80) return Buffer.concat([Buffer.of(tag, value.length), value])
  const hex = value.length.toString(16)
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, value])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const setOf = (...parts: readonly Uint8Array[]) => der(0x31, ...parts)
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const octets = (...parts: readonly Uint8Array[]) => der(0x04, ...parts)
/** A value with a context-specific tag: the structure around it defines what the number means. */
const tagged = (number: number, ...parts: readonly Uint8Array[]) => der(0xa0 | number, ...parts)
const nothing = der(0x05)

/** `1.2.840.…`: the numbers after the first two are encoded in groups of seven bits. */
const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap((number) => {
    const digits = [number & 0x7f]
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

const ids = {
  commonName: '2.5.4.3',
  extendedKeyUsage: '2.5.29.37',
  subjectAltName: '2.5.29.17',
  clientAuthentication: '1.3.6.1.5.5.7.3.2',
  userPrincipalName: '1.3.6.1.4.1.311.20.2.3',
  sha256WithRsa: '1.2.840.113549.1.1.11',
} as const

const algorithm = sequence(objectId(ids.sha256WithRsa), nothing)

/** An instant of a certificate: UTCTime, with two digits of the year, before 2050; GeneralizedTime after. */
const instant = (ms: number): Buffer => {
  const [text = ''] = new Date(ms).toISOString().replaceAll(/[-:T]/g, '').split('.')
  return Number(text.slice(0, 4)) < 2050
    ? der(0x17, Buffer.from(`${text.slice(2)}Z`))
    : der(0x18, Buffer.from(`${text}Z`))
}

const extension = (id: string, ...value: readonly Uint8Array[]) => sequence(objectId(id), octets(...value))

const modulusLength = 2048
const validMs = 3650 * 24 * 3600 * 1000

export interface GeneratedCertificate {
  /** The certificate, as PEM. */
  readonly certificate: string
  /** The private key, as unencrypted PEM. */
  readonly privateKey: string
}

/**
 * A fresh key and its self-signed certificate, with which the user signs in to Windows guests (WinRM): valid for ten
 * years, for client authentication only, and named after the user.
 */
export const generateCertificate = async (userId: string, now: number): Promise<GeneratedCertificate> => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength })
  const name = sequence(setOf(sequence(objectId(ids.commonName), utf8(userId))))
  const principal = sequence(
    tagged(0, objectId(ids.userPrincipalName), tagged(0, utf8(`${userId}@localhost`))),
  )
  const version3 = tagged(0, der(0x02, Buffer.of(2)))
  // The first byte keeps the serial number positive and never zero.
  const serial = der(0x02, Buffer.of(0x40 | ((randomBytes(1)[0] ?? 0) & 0x3f)), randomBytes(15))
  const signed = sequence(
    version3,
    serial,
    algorithm,
    name,
    sequence(instant(now), instant(now + validMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      3,
      sequence(
        extension(ids.extendedKeyUsage, sequence(objectId(ids.clientAuthentication))),
        extension(ids.subjectAltName, principal),
      ),
    ),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', signed, privateKey))
  return {
    certificate: pem('CERTIFICATE', sequence(signed, algorithm, signature)),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const pem = (label: string, bytes: Buffer): string => {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
