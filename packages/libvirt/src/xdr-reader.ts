/** The message does not match its procedure: another protocol, or lost data. */
export class XdrError extends Error {
  override readonly name = 'XdrError'
}

/** Reads an XDR body sequentially; throws {@link XdrError} at its end. */
export class XdrReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  int(): number {
    return this.#bytes.readInt32BE(this.#take(4))
  }

  uint(): number {
    return this.#bytes.readUInt32BE(this.#take(4))
  }

  hyper(): bigint {
    return this.#bytes.readBigInt64BE(this.#take(8))
  }

  uhyper(): bigint {
    return this.#bytes.readBigUInt64BE(this.#take(8))
  }

  fixedOpaque(length: number): Buffer {
    const at = this.#take(length + ((4 - (length % 4)) % 4))
    return this.#bytes.subarray(at, at + length)
  }

  opaque(): Buffer {
    return this.fixedOpaque(this.uint())
  }

  /** The number of unread bytes. */
  get remaining(): number {
    return this.#bytes.length - this.#at
  }

  #take(size: number): number {
    if (size > this.remaining) throw new XdrError(`expected ${size} more bytes, found ${this.remaining}`)
    const at = this.#at
    this.#at += size
    return at
  }
}
