import { UserError } from '@nimbo/kernel/user-error'
import { readClientTls } from '@nimbo/service/read-tls'
import type { Handshake } from '../relay.ts'
import { secureRfb } from './secure-rfb.ts'
import { noSecurity, type SecurityScheme } from './security-types.ts'
import { vencrypt } from './vencrypt.ts'
import type { NovaConfig } from '../../../config.ts'

const section = 'nova.conf: [vnc]'

const schemeOf = (
  name: string,
  { vencrypt_ca_certs, vencrypt_client_cert, vencrypt_client_key }: NovaConfig['vnc'],
): SecurityScheme => {
  if (name === 'none') return noSecurity
  if (name !== 'vencrypt')
    throw new UserError(`${section} auth_schemes: ${name} is neither none nor vencrypt`)
  if (vencrypt_ca_certs === undefined)
    throw new UserError(`${section} vencrypt_ca_certs must be set for vencrypt`)
  const files = {
    ...{ cafile: vencrypt_ca_certs, certfile: vencrypt_client_cert, keyfile: vencrypt_client_key },
    insecure: false,
  }
  const { ca, cert, key } = readClientTls(section, files)
  return vencrypt({ ca, cert, key })
}

/** The handshake of the configured schemes; undefined, so that bytes pass through, if connections are not secured. */
export const vncHandshake = (options: NovaConfig['vnc']): Handshake | undefined =>
  options.auth_schemes.every((name) => name === 'none')
    ? undefined
    : secureRfb(options.auth_schemes.map((name) => schemeOf(name, options)))
