import { once } from 'node:events'

/** A WebSocket of a console. */
export interface ByteSocket {
  readonly socket: WebSocket
  /** Reads exactly so many bytes. */
  take(count: number): Promise<Buffer>
  send(...bytes: number[]): void
}

/** Opens a console by the address of its WebSocket. */
export const byteSocket = async (address: URL): Promise<ByteSocket> => {
  const socket = new WebSocket(address, ['binary'])
  socket.binaryType = 'arraybuffer'
  let held = Buffer.alloc(0)
  let came = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    held = Buffer.concat([held, Buffer.from(data)])
    came.resolve()
    came = Promise.withResolvers()
  })
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) })
  return {
    socket,
    take: async (count) => {
      while (held.length < count) await came.promise
      const taken = held.subarray(0, count)
      held = held.subarray(count)
      return taken
    },
    send: (...bytes) => socket.send(Buffer.from(bytes)),
  }
}
