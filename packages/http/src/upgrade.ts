import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Takes over the connection of a request that asks for another protocol (a WebSocket): whatever is answered is written to the
 * socket, which whoever takes it over also ends.
 */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Answers a request for another protocol with a status alone, and ends the connection. */
export const refuseUpgrade = (socket: Duplex, status: number, reason: string): void => {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
