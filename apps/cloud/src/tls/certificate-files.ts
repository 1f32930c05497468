import { createPrivateKey, generateKeyPair, randomBytes, X509Certificate } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Issued, issue } from './issue-certificate.ts'

const dayMs = 86_400_000
const authorityDays = 3_650
/** Certificates that expire within this time are renewed. */
const renewMs = 30 * dayMs
const modulusLength = 3_072

const newKey = async (): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

export interface Pair {
  readonly cert: string
  readonly key: string
}

export const readPair = async (directory: string, name: string): Promise<Pair | undefined> => {
  try {
    const [cert, key] = await Promise.all(
      [`${name}.pem`, `${name}.key`].map((file) => readFile(join(directory, file), 'utf8')),
    )
    if (cert === undefined || key === undefined) return undefined
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { cert, key } : undefined
  } catch {
    return undefined
  }
}

export const writeWhole = async (path: string, text: string, mode: number): Promise<void> => {
  await writeFile(`${path}.new`, text, { mode })
  await chmod(`${path}.new`, mode)
  await rename(`${path}.new`, path)
}

export const keepPair = async (directory: string, name: string, { cert, key }: Pair): Promise<void> => {
  await writeWhole(join(directory, `${name}.key`), key, 0o600)
  await writeWhole(join(directory, `${name}.pem`), cert, 0o644)
}

export const lasts = (cert: string, now: number): boolean =>
  new X509Certificate(cert).validToDate.getTime() - now > renewMs

export const made = async (issued: Omit<Issued, 'key' | 'serial' | 'from'>, now: number): Promise<Pair> => {
  const key = await newKey()
  // Backdated by a day for clients whose clocks are behind.
  const from = new Date(now - dayMs)
  return { key, cert: await issue({ ...issued, key, from, serial: randomBytes(16) }) }
}

/** The CA in a directory, `ca.pem` and `ca.key`; makes one if there is none, or it expires soon. */
export const ownAuthority = async (directory: string, now: number): Promise<Pair> => {
  const known = await readPair(directory, 'ca')
  if (known && lasts(known.cert, now)) return known
  const authority = await made({ name: 'Nimbo', days: authorityDays }, now)
  await keepPair(directory, 'ca', authority)
  return authority
}
