import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The client certificate of a TLS connection. */
export interface ShownCertificate {
  readonly cert: string
  readonly key: string
}

/** Creates a certificate for a user, signed by the cloud's own authority (in `tls`) as an operator would. */
export const certificateFor = async (
  name: string,
  tls: string,
  directory: string,
): Promise<ShownCertificate> => {
  const file = (kind: string) => join(directory, `${name}.${kind}`)
  const [key, asked, cert] = [file('key'), file('csr'), file('pem')]
  const subject = ['-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`]
  await run('openssl', ['req', ...subject, '-keyout', key, '-out', asked])
  const authority = ['-CA', join(tls, 'ca.pem'), '-CAkey', join(tls, 'ca.key'), '-CAcreateserial']
  const serial = ['-CAserial', join(directory, 'serial')]
  await run('openssl', ['x509', '-req', '-in', asked, ...authority, ...serial, '-days', '1', '-out', cert])
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
}

/** The status of a request that trusts only these authorities, with or without a client certificate. */
export const statusFor = async (
  url: string,
  ca: string,
  more: Pick<RequestOptions, 'cert' | 'key' | 'headers'> = {},
): Promise<number> => {
  const asked = request(url, { ca, agent: false, ...more })
  asked.end()
  const [reply] = await once(asked, 'response')
  reply.resume()
  return reply.statusCode
}
