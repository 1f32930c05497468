const ownedByReader = Symbol('ownedByReader')

/** Marks a stream whose chunks nobody else references, so that the reader may free their memory. */
export const ownedByItsReader = <Stream extends object>(stream: Stream): Stream =>
  Object.assign(stream, { [ownedByReader]: true })

/** Whether a stream is marked so. */
export const isOwnedByItsReader = (stream: object): boolean => ownedByReader in stream

/**
 * Frees a chunk's memory at once if it is not part of a shared buffer. Leaving large bodies to the garbage collector costs more
 * time than all other work on them.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
