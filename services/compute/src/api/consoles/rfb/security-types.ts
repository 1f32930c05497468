import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The numbers of security types in RFB's handshake (RFC 6143, section 7.1.2; VeNCrypt has its own description). */
export const securityTypes = { none: 1, vencrypt: 19 } as const

/** One way to secure the connection to a guest's VNC server. */
export interface SecurityScheme {
  readonly type: (typeof securityTypes)[keyof typeof securityTypes]
  /** Continues after the server was told the type; resolves to the stream on which the server's SecurityResult follows. */
  secure(server: Socket): Promise<Duplex>
}

export const noSecurity: SecurityScheme = { type: securityTypes.none, secure: async (server) => server }
