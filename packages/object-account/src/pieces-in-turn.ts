/** Bytes that come in pieces, taken by those who each want so many of them, one after the other. */
export interface PiecesInTurn {
  /** Whether there are no more. */
  isOver(): Promise<boolean>
  /** The next bytes, at most so many; each piece is the taker's own. */
  take(most: number): AsyncGenerator<Uint8Array>
  /** Tells the source that no more are wanted. */
  end(): Promise<void>
}

/** The memory of a piece may be used again once the next is asked for, so what is handed on is a copy. */
export const piecesInTurn = (data: AsyncIterable<Uint8Array>): PiecesInTurn => {
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
