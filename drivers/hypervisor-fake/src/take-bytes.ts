import type { Socket } from 'node:net'

/** Takes so many bytes at a time out of what comes from a socket; rejects when it ends before. */
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
