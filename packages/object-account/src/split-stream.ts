/** Divides a stream among several consumers, one after the other. */
export interface SplitStream {
  /** Whether the stream has ended. */
  isOver(): Promise<boolean>
  /** The next data, at most this many bytes; chunks are copies. */
  take(most: number): AsyncGenerator<Uint8Array>
  /** Stops the source. */
  end(): Promise<void>
}

/** A chunk's memory may be reused when the next one is requested, so consumers get copies. */
export const splitStream = (data: AsyncIterable<Uint8Array>): SplitStream => {
  const source = data[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  let ended = false

  const fill = async (): Promise<boolean> => {
    while (rest.length === 0 && !ended) {
      const { done, value } = await source.next()
      if (done === true) ended = true
      else rest = value
    }
    return rest.length > 0
  }

  return {
    isOver: async () => !(await fill()),
    take: async function* (most) {
      for (let left = most; left > 0 && (await fill()); ) {
        const piece = Uint8Array.from(rest.subarray(0, left))
        rest = rest.subarray(piece.length)
        left -= piece.length
        yield piece
      }
    },
    end: async () => {
      await source.return?.()
    },
  }
}
