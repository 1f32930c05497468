const ownedByReader = Symbol('ownedByReader')

/** Marks a stream whose pieces nobody else holds: whoever reads one may give its memory back. */
export const ownedByItsReader = <Stream extends object>(stream: Stream): Stream =>
  Object.assign(stream, { [ownedByReader]: true })

/** Whether a stream is marked so. */
export const isOwnedByItsReader = (stream: object): boolean => ownedByReader in stream

/**
 * Gives the memory of a piece back at once, where it is no part of any other's. Left to the garbage collector, the pieces of
 * a large body cost more time than all that is done with them.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
