import type { IncomingMessage, Server } from 'node:http'
import type { Handler } from './message.ts'

/** Wraps the handler of a request, so that its connection is known to be in use while the handler works. */
type Watched = (incoming: IncomingMessage, handler: Handler) => Handler

/**
 * Closes the connections of a server on which no data came or went for `idleMs`. A connection stays open while a handler works on
 * its request and does not wait for more of it, since then the client is the one who waits.
 */
export const closingIdleConnections = (server: Server, idleMs: number): Watched => {
  const handled = new WeakMap<object, IncomingMessage>()
  server.setTimeout(idleMs, (connection) => {
    const incoming = handled.get(connection)
    if (incoming && (incoming.complete || incoming.isPaused())) connection.setTimeout(idleMs)
    else connection.destroy()
  })
  return (incoming, handler) => async (request) => {
    const { socket } = incoming
    handled.set(socket, incoming)
    try {
      return await handler(request)
    } finally {
      if (handled.get(socket) === incoming) handled.delete(socket)
    }
  }
}
