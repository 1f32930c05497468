import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32 as authenticator apps write it; undefined for invalid text. */
const fromBase32 = (text: string): Buffer | undefined => {
  const digits = text.toUpperCase().replaceAll(/[\s=]/g, '')
  let bits = 0
  let value = 0
  const bytes: number[] = []
  for (const digit of digits) {
    const at = alphabet.indexOf(digit)
    if (at < 0) return undefined
    value = ((value << 5) | at) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  return bytes.length === 0 ? undefined : Buffer.from(bytes)
}

const codeAt = (key: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

const same = (one: string, other: string): boolean =>
  // Compared in bytes: texts of the same length can have different numbers of them.
  Buffer.byteLength(one) === Buffer.byteLength(other) && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The passcode of a secret at an instant (RFC 6238: six digits, steps of 30 seconds); undefined for an invalid secret. */
export const passcodeAt = (secret: string, now: number): string | undefined => {
  const key = fromBase32(secret)
  return key && codeAt(key, Math.floor(now / stepMs))
}

/** Whether a passcode is valid for the current step or one of the `previousWindows` before it. */
export const isPasscode = (
  passcode: string,
  secret: string,
  { now, previousWindows }: { readonly now: number; readonly previousWindows: number },
): boolean => {
  const key = fromBase32(secret)
  if (!key) return false
  const step = Math.floor(now / stepMs)
  return Array.from({ length: previousWindows + 1 }, (_, back) => codeAt(key, step - back)).some((code) =>
    same(code, passcode),
  )
}
