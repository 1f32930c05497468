import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createWebSocketStream, type WebSocket } from 'ws'

const connectMs = 10_000

/** Closed with by servers that could not do what they were asked (RFC 6455). */
const failed = 1011

/** Passes bytes between a WebSocket and what listens at an address, until either side ends. Resolves when both have ended. */
export const relay = async (
  socket: WebSocket,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> => {
  const there = connect({ host, port, timeout: connectMs })
  there.setNoDelay(true)
  // A console that says nothing for a while is not at its end.
  there.once('connect', () => there.setTimeout(0))
  there.once('timeout', () => there.destroy(new Error('the console does not answer')))
  const here = createWebSocketStream(socket)
  try {
    await Promise.all([pipeline(here, there), pipeline(there, here)])
  } catch {
    if (socket.readyState === socket.OPEN) socket.close(failed, 'The console has ended')
  } finally {
    there.destroy()
    here.destroy()
  }
}
