const takesBack = Symbol('takesBack')

interface Reused extends ArrayBuffer {
  readonly [takesBack]: () => void
}

const isReused = (buffer: ArrayBufferLike): buffer is Reused => takesBack in buffer

/**
 * Returns a function that gives out buffers of `bytes` bytes, and gives them out again after `takeBack`. With new memory for each
 * large chunk of a stream, the kernel would have to clear all of it. At most `most` unused buffers are kept. A buffer that is not
 * taken back is garbage-collected as usual.
 */
export const reusedMemory = (bytes: number, most: number): (() => Buffer<ArrayBuffer>) => {
  const free: ArrayBuffer[] = []
  const lent = new WeakSet<ArrayBuffer>()
  const make = (): ArrayBuffer => {
    const made = new ArrayBuffer(bytes)
    return Object.assign(made, {
      [takesBack]: () => {
        // A buffer that is taken back twice must not get two readers afterwards.
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

/** Takes back a buffer for reuse; false if it is not from `reusedMemory`. */
export const takeBack = ({ buffer }: Uint8Array): boolean => {
  if (!isReused(buffer)) return false
  buffer[takesBack]()
  return true
}
