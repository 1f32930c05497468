import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createWebSocketStream, type WebSocket } from 'ws'

const connectMs = 10_000

/** WebSocket close code 1011: the server could not fulfil the request (RFC 6455). */
const failed = 1011

/** Relays bytes between a WebSocket and a TCP address until either side closes. Resolves when both are closed. */
export const relay = async (
  socket: WebSocket,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> => {
  const there = connect({ host, port, timeout: connectMs })
  there.setNoDelay(true)
  // The timeout is for connecting only, because an open console may be idle.
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
