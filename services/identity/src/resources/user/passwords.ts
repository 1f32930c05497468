import { pbkdf2, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { forRandom, type HashAlgorithm, type HashRecipe } from '../../domain/authentication/hash-recipe.ts'

const saltBytes = 16
const scryptBytes = 32
const pbkdf2Bytes = 64
const scryptPattern = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w./+-]+)\$([\w./+-]+)$/
const pbkdf2Pattern = /^\$pbkdf2-sha512\$(\d+)\$([\w./+-]*)\$([\w./+-]+)$/
const bcryptPattern = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** Hashes made by Keystone have `.` in place of base64's `+`. */
const bytesIn = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64')

/** RFC 7914: N and two more blocks of 128 r bytes for the mixing, and p of them to mix; OpenSSL refuses to use more. */
const byScrypt = (
  password: string,
  salt: Buffer,
  { N, r, p }: { readonly N: number; readonly r: number; readonly p: number },
): Promise<Buffer> => {
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, scryptBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const byPbkdf2 = (password: string, salt: Buffer, rounds: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    pbkdf2(password, salt, rounds, pbkdf2Bytes, 'sha512', (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** A native library, loaded only if bcrypt is configured or hashes of it exist. */
const bcrypt = async () => (await import('bcrypt')).default

/**
 * Hashes a password outside of the event loop. The result names algorithm and parameters: `$scrypt$ln=14,r=8,p=1$<salt>$<key>`.
 */
export const hashPassword = async (password: string, { algorithm, rounds }: HashRecipe): Promise<string> => {
  const salt = randomBytes(saltBytes)
  switch (algorithm) {
    case 'scrypt': {
      const cost = { N: 2 ** rounds, r: 8, p: 1 }
      const key = await byScrypt(password, salt, cost)
      return `$scrypt$ln=${rounds},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
    }
    case 'pbkdf2_sha512': {
      const key = await byPbkdf2(password, salt, rounds)
      return `$pbkdf2-sha512$${rounds}$${salt.toString('base64url')}$${key.toString('base64url')}`
    }
    case 'bcrypt':
      return (await bcrypt()).hash(password, rounds)
  }
}

/** A hash that matches no password; checking against it takes as long as against a real one. */
const nobody = ({ algorithm, rounds }: HashRecipe): string => {
  switch (algorithm) {
    case 'scrypt':
      return `$scrypt$ln=${rounds},r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
    case 'pbkdf2_sha512':
      return `$pbkdf2-sha512$${rounds}$${'A'.repeat(22)}$${'A'.repeat(86)}`
    case 'bcrypt':
      return `$2b$${String(rounds).padStart(2, '0')}$${'.'.repeat(53)}`
  }
}

const isSame = (wanted: Buffer, key: Buffer): boolean =>
  wanted.length === key.length && timingSafeEqual(wanted, key)

const fits = async (password: string, hash: string): Promise<boolean> => {
  const [, log, r = '', p = '', scryptSalt = '', scryptKey = ''] = scryptPattern.exec(hash) ?? []
  if (log !== undefined) {
    const cost = { N: 2 ** Number(log), r: Number(r), p: Number(p) }
    return isSame(bytesIn(scryptKey), await byScrypt(password, bytesIn(scryptSalt), cost))
  }
  const [, rounds, salt = '', key = ''] = pbkdf2Pattern.exec(hash) ?? []
  if (rounds !== undefined)
    return isSame(bytesIn(key), await byPbkdf2(password, bytesIn(salt), Number(rounds)))
  return bcryptPattern.test(hash) && (await bcrypt()).compare(password, hash.replace('$2y$', '$2b$'))
}

/**
 * Whether a password matches a hash. Takes the same time if there is no hash, so that the time does not reveal which users exist.
 */
export const verifyPassword = async (
  password: string,
  hash: string | null | undefined,
  recipe: HashRecipe,
): Promise<boolean> => {
  const isRight = await fits(password, hash ?? nobody(recipe))
  return isRight && typeof hash === 'string'
}

/**
 * Whether a hash is weaker than the recipe or of another algorithm. Those of generated random passwords never count as dated,
 * since they need no strong hash.
 */
export const isDated = (hash: string, { algorithm, rounds }: HashRecipe): boolean => {
  const [, ofScrypt, r, p] = scryptPattern.exec(hash) ?? []
  if (Number(ofScrypt) === forRandom.rounds && r === '8' && p === '1') return false
  const found: Readonly<Record<HashAlgorithm, string | undefined>> = {
    scrypt: ofScrypt,
    pbkdf2_sha512: pbkdf2Pattern.exec(hash)?.[1],
    bcrypt: bcryptPattern.exec(hash)?.[1],
  }
  const made = found[algorithm]
  return made === undefined || Number(made) < rounds
}
