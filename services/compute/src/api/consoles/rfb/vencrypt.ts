import { once } from 'node:events'
import { connect, type ConnectionOptions } from 'node:tls'
import { readExactly } from './read-exactly.ts'
import { type SecurityScheme, securityTypes } from './security-types.ts'

/** The certificate authority of the hosts, and the certificate that they ask of the proxy. */
export type VencryptCredentials = Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>

/** TLS with certificates of both sides, and no password. */
const x509None = 260

const version = Buffer.of(0, 2)

const refuse = (reason: string): never => {
  throw new Error(`VeNCrypt with the VNC server: ${reason}`)
}

/**
 * VeNCrypt 0.2 with its subtype X509None. The server's certificate must come from the authority; which host it names does
 * not matter, as in Nova, since hosts are reached by addresses that their certificates rarely have.
 */
export const vencrypt = (credentials: VencryptCredentials): SecurityScheme => ({
  type: securityTypes.vencrypt,
  secure: async (server) => {
    const theirs = await readExactly(server, 2)
    if (!theirs.equals(version)) refuse(`it has version ${theirs.join('.')}, not 0.2`)
    server.write(version)
    if ((await readExactly(server, 1))[0] !== 0) refuse('it does not accept version 0.2')
    const [count = 0] = await readExactly(server, 1)
    const offered = await readExactly(server, 4 * count)
    const subtypes = Array.from({ length: count }, (_, index) => offered.readUInt32BE(4 * index))
    if (!subtypes.includes(x509None)) refuse(`it offers the subtypes ${subtypes.join(', ')}, not ${x509None}`)
    const chosen = Buffer.alloc(4)
    chosen.writeUInt32BE(x509None)
    server.write(chosen)
    if ((await readExactly(server, 1))[0] !== 1) refuse('it refuses to start TLS')
    const secured = connect({ ...credentials, socket: server, checkServerIdentity: () => undefined })
    await once(secured, 'secureConnect')
    return secured
  },
})
