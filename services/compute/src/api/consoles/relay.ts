import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createWebSocketStream, type WebSocket } from 'ws'

const connectMs = 10_000

/** WebSocket close code 1011: the server could not fulfil the request (RFC 6455). */
const failed = 1011

/** What a proxy does with a new connection before it passes bytes through; resolves to the stream to pass them to. */
export type Handshake = (client: Duplex, console: Socket) => Promise<Duplex>

const passedThrough: Handshake = async (_, console) => console

/**
 * Relays bytes between a WebSocket and a TCP address until either side closes. Resolves when both are closed. `onFailure` gets
 * the reason when the connection is not made.
 */
export const relay = async (
  socket: WebSocket,
  { host, port }: { readonly host: string; readonly port: number },
  handshake: Handshake = passedThrough,
  onFailure: (reason: unknown) => void = () => {},
): Promise<void> => {
  const there = connect({ host, port, timeout: connectMs })
  there.setNoDelay(true)
  const here = createWebSocketStream(socket)
  // Whoever waits for a stream learns of its errors; between two waits nobody does.
  for (const stream of [here, there]) stream.on('error', () => {})
  let isConnected = false
  const giveUp = (): void => {
    // The timeout is for connecting only, because an open console may be idle.
    if (isConnected) return
    there.destroy()
    socket.close(failed, 'The console does not answer')
  }
  there.once('timeout', giveUp)
  there.once('close', giveUp)
  try {
    await once(there, 'connect')
    const secured = await handshake(here, there)
    isConnected = true
    await Promise.all([pipeline(here, secured), pipeline(secured, here)])
  } catch (error) {
    if (!isConnected) onFailure(error)
    if (socket.readyState === socket.OPEN) socket.close(failed, 'The console has ended')
  } finally {
    there.destroy()
  }
}
