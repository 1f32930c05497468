import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/**
 * For a password of a hundred random bits and more: nobody can try them all, however quick each trial is. That it is checked sooner
 * than another tells that the user exists, which is no secret of a cloud's own accounts.
 */
export const roundsForRandom = 4
const saltBytes = 16
const keyBytes = 32
const pattern = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/** What the hash of no password looks like: checking against it takes as long as against a real one. */
const nobody = `$scrypt$ln=14,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

const derive = (password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> => {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** Hashes a password with scrypt of 2^`rounds`, off the event loop: `$scrypt$ln=14,r=8,p=1$<salt>$<key>`. */
export const hashPassword = async (password: string, rounds: number): Promise<string> => {
  const cost: Cost = { N: 2 ** rounds, r: 8, p: 1 }
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, cost)
  return `$scrypt$ln=${rounds},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Whether the password is the hashed one. Takes the same time when there is no hash, so that nobody learns who exists. */
export const verifyPassword = async (password: string, hash: string | null | undefined): Promise<boolean> => {
  const [, log = '', r = '', p = '', salt = '', expected = ''] = pattern.exec(hash ?? nobody) ?? []
  const key = await derive(password, Buffer.from(salt, 'base64url'), {
    N: 2 ** Number(log),
    r: Number(r),
    p: Number(p),
  })
  const wanted = Buffer.from(expected, 'base64url')
  return wanted.length === key.length && timingSafeEqual(wanted, key) && typeof hash === 'string'
}
