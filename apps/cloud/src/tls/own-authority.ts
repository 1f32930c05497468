import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { ServerTls } from '@nimbo/http/tls'
import type { StateDirectory } from '../state-directory.ts'
import { keepPair, lasts, made, ownAuthority, type Pair, readPair } from './certificate-files.ts'

/** The TLS certificate of a cloud of one process, with the file of its CA. */
export interface OwnTls {
  readonly server: ServerTls
  /** Path of the CA's certificate. */
  readonly authorityFile: string
}

/** Clients refuse server certificates that are valid for much longer than a year. */
const serverDays = 397

const isFor = (cert: string, authority: string, names: readonly string[]): boolean => {
  const certificate = new X509Certificate(cert)
  const issuer = new X509Certificate(authority)
  const known = (name: string): boolean =>
    (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined
  return certificate.verify(issuer.publicKey) && names.every(known)
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
  const authority = await ownAuthority(directory, now)
  const kept = await readPair(directory, 'server')
  const holds = kept && lasts(kept.cert, now) && isFor(kept.cert, authority.cert, names)
  const server = holds
    ? kept
    : await keep('server', await made({ name: 'Nimbo APIs', days: serverDays, names, authority }, now))
  const clients = { clientAuthorities: authority.cert, clientsMayShowNone: true }
  return { server: { ...server, ...clients }, authorityFile: join(directory, 'ca.pem') }
}
