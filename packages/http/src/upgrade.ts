import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes over the connection of an Upgrade request (WebSocket): it writes the reply to the socket and closes it. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Answers an Upgrade request with an error status and closes the connection. */
export const refuseUpgrade = (socket: Duplex, status: number, reason: string): void => {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
