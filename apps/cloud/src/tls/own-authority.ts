import { createPrivateKey, generateKeyPair, randomBytes, X509Certificate } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServerTls } from '@nimbo/http/tls'
import type { StateDirectory } from '../state-directory.ts'
import { type Issued, issue } from './issue-certificate.ts'

/** The TLS certificate of a cloud of one process, with the file of its CA. */
export interface OwnTls {
  readonly server: ServerTls
  /** Path of the CA's certificate. */
  readonly authorityFile: string
}

const dayMs = 86_400_000
const authorityDays = 3_650
/** Clients refuse server certificates that are valid for much longer than a year. */
const serverDays = 397
/** Certificates that expire within this time are renewed at the next start. */
const renewMs = 30 * dayMs
const modulusLength = 3_072

const newKey = async (): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

interface Pair {
  readonly cert: string
  readonly key: string
}

const readPair = async (directory: string, name: string): Promise<Pair | undefined> => {
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

const writeWhole = async (path: string, text: string, mode: number): Promise<void> => {
  await writeFile(`${path}.new`, text, { mode })
  await chmod(`${path}.new`, mode)
  await rename(`${path}.new`, path)
}

const keepPair = async (directory: string, name: string, { cert, key }: Pair): Promise<void> => {
  await writeWhole(join(directory, `${name}.key`), key, 0o600)
  await writeWhole(join(directory, `${name}.pem`), cert, 0o644)
}

const lasts = (cert: string, now: number): boolean =>
  new X509Certificate(cert).validToDate.getTime() - now > renewMs

const isFor = (cert: string, authority: string, names: readonly string[]): boolean => {
  const certificate = new X509Certificate(cert)
  const issuer = new X509Certificate(authority)
  const known = (name: string): boolean =>
    (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined
  return certificate.verify(issuer.publicKey) && names.every(known)
}

const made = async (issued: Omit<Issued, 'key' | 'serial' | 'from'>, now: number): Promise<Pair> => {
  const key = await newKey()
  // Backdated by a day for clients whose clocks are behind.
  const from = new Date(now - dayMs)
  return { key, cert: await issue({ ...issued, key, from, serial: randomBytes(16) }) }
}

/**
 * Returns the certificate of a cloud of one process for these names and addresses, signed by a CA of its own. Both are generated
 * at the first start and kept in the state directory, the keys readable by their owner only; the certificate is renewed before it
 * expires and when the names change.
 */
export const ownTls = async (
  state: Pick<StateDirectory, 'directory'>,
  names: readonly string[],
  now: number,
): Promise<OwnTls> => {
  const directory = await state.directory('tls', 0o711)
  const keep = async (name: string, pair: Pair): Promise<Pair> => {
    await keepPair(directory, name, pair)
    return pair
  }
  const known = await readPair(directory, 'ca')
  const authority =
    known && lasts(known.cert, now)
      ? known
      : await keep('ca', await made({ name: 'Nimbo', days: authorityDays }, now))
  const kept = await readPair(directory, 'server')
  const holds = kept && lasts(kept.cert, now) && isFor(kept.cert, authority.cert, names)
  const server = holds
    ? kept
    : await keep('server', await made({ name: 'Nimbo APIs', days: serverDays, names, authority }, now))
  const clients = { clientAuthorities: authority.cert, clientsMayShowNone: true }
  return { server: { ...server, ...clients }, authorityFile: join(directory, 'ca.pem') }
}
