const takesBack = Symbol('takesBack')

interface Reused extends ArrayBuffer {
  readonly [takesBack]: () => void
}

const isReused = (buffer: ArrayBufferLike): buffer is Reused => takesBack in buffer

/**
 * Gives out memory of always the same size, and gives it out again once it was taken back: a stream that takes new memory for each large
 * piece has the kernel clear all of it. At most `most` pieces are kept. What is not taken back goes the usual way of garbage.
 */
export const reusedMemory = (bytes: number, most: number): (() => Buffer<ArrayBuffer>) => {
  const free: ArrayBuffer[] = []
  const lent = new WeakSet<ArrayBuffer>()
  const make = (): ArrayBuffer => {
    const made = new ArrayBuffer(bytes)
    return Object.assign(made, {
      [takesBack]: () => {
        // Memory that is taken back twice must not have two readers afterwards.
        if (!lent.delete(made)) return
        if (free.length < most) free.push(made)
        else made.transfer(0)
      },
    })
  }
  return () => {
    const given = free.pop() ?? make()
    lent.add(given)
    return Buffer.from(given)
  }
}

/** Takes memory back that is to be reused; false if this is not such memory. */
export const takeBack = ({ buffer }: Uint8Array): boolean => {
  if (!isReused(buffer)) return false
  buffer[takesBack]()
  return true
}
