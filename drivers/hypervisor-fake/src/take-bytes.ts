import type { Socket } from 'node:net'

/** Returns a function that reads exactly `count` bytes from a socket; rejects when the socket ends before. */
export const takeBytes = (socket: Socket): ((count: number) => Promise<Buffer>) => {
  let held = Buffer.alloc(0)
  const pieces = socket[Symbol.asyncIterator]()
  return async (count) => {
    while (held.length < count) {
      const { done, value } = await pieces.next()
      if (done) throw new Error('the client has left')
      held = Buffer.concat([held, value])
    }
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
}
