import { takeBack } from './reused-memory.ts'

const ownedByReader = Symbol('ownedByReader')

/** Marks a stream whose chunks nobody else references, so that the reader may free their memory. */
export const ownedByItsReader = <Stream extends object>(stream: Stream): Stream =>
  Object.assign(stream, { [ownedByReader]: true })

/** Whether a stream is marked so. */
export const isOwnedByItsReader = (stream: object): boolean => ownedByReader in stream

/**
 * Frees a chunk's memory at once if it is not part of a shared buffer, or lets it be reused if it comes from `reusedMemory`. Leaving large bodies
 * to the garbage collector costs more time than all other work on them.
 */
export const giveBack = (chunk: Uint8Array): void => {
  if (takeBack(chunk)) return
  const { buffer, byteLength } = chunk
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
