/** Compares a streamed body with its Content-Length. Both functions throw when they differ. */
export interface DeclaredLength {
  /** Counts bytes before they are sent. */
  count(bytes: string | Uint8Array): void
  /** Called after the last bytes. */
  end(): void
}

/**
 * A reply must be exactly as long as its Content-Length: the client, or a proxy whose connection several clients share, would take
 * further bytes for the beginning of the next reply, and would wait for missing ones. The sender of the bytes may be a server of a
 * user. A reply without Content-Length may have any length.
 */
export const declaredLength = (contentLength: string | undefined): DeclaredLength => {
  if (contentLength === undefined) return { count: () => {}, end: () => {} }
  let left = Number(contentLength)
  return {
    count: (bytes) => {
      left -= Buffer.byteLength(bytes)
      if (left < 0) throw new RangeError(`a reply is longer than the ${contentLength} bytes it declares`)
    },
    end: () => {
      if (left > 0)
        throw new RangeError(`a reply is ${left} bytes shorter than the ${contentLength} bytes it declares`)
    },
  }
}
