import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { readExactly } from './read-exactly.ts'
import { type SecurityScheme, securityTypes } from './security-types.ts'

const version = 'RFB 003.008\n'

const longestReason = 4_096

/** Ends the handshake of a client instead of offering security types. */
const refuse = (client: Duplex, reason: string): never => {
  const text = Buffer.from(reason)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(text.length, 1)
  client.write(Buffer.concat([head, text]))
  throw new Error(reason)
}

const reasonOf = async (server: Duplex): Promise<string> => {
  const length = (await readExactly(server, 4)).readUInt32BE()
  return (await readExactly(server, Math.min(length, longestReason))).toString()
}

/**
 * Goes through RFB's handshake (RFC 6143, section 7.1) with a client, which gets no security, and with a guest's VNC server,
 * with the first of the schemes that it offers. Resolves to the stream from which the server's SecurityResult comes.
 */
export const secureRfb =
  (schemes: readonly SecurityScheme[]) =>
  async (client: Duplex, server: Socket): Promise<Duplex> => {
    const theirs = (await readExactly(server, version.length)).toString()
    if (theirs !== version) throw new Error(`the VNC server has ${theirs.trim()}, not ${version.trim()}`)
    client.write(version)
    const wanted = (await readExactly(client, version.length)).toString()
    if (wanted !== version) throw new Error(`the client has ${wanted.trim()}, not ${version.trim()}`)
    server.write(version)
    const [count = 0] = await readExactly(server, 1)
    if (count === 0) return refuse(client, await reasonOf(server))
    const offered = await readExactly(server, count)
    const scheme = schemes.find(({ type }) => offered.includes(type))
    if (scheme === undefined)
      return refuse(
        client,
        `The VNC server offers the security types ${offered.join(', ')}, none of which is allowed`,
      )
    client.write(Buffer.of(1, securityTypes.none))
    const [chosen] = await readExactly(client, 1)
    if (chosen !== securityTypes.none) throw new Error(`the client chose security type ${chosen}`)
    server.write(Buffer.of(scheme.type))
    return scheme.secure(server)
  }
