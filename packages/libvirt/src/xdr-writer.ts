/** Builds an XDR body (RFC 4506): big-endian, padded to four bytes. */
export class XdrWriter {
  #buffer = Buffer.allocUnsafe(512)
  #length = 0

  int(value: number): void {
    const at = this.#reserve(4) // May replace the buffer.
    this.#buffer.writeInt32BE(value, at)
  }

  uint(value: number): void {
    const at = this.#reserve(4) // May replace the buffer.
    this.#buffer.writeUInt32BE(value, at)
  }

  hyper(value: bigint): void {
    const at = this.#reserve(8) // May replace the buffer.
    this.#buffer.writeBigInt64BE(value, at)
  }

  uhyper(value: bigint): void {
    const at = this.#reserve(8) // May replace the buffer.
    this.#buffer.writeBigUInt64BE(value, at)
  }

  /** Opaque data of fixed length, without a length word. */
  fixedOpaque(bytes: Uint8Array): void {
    const padded = bytes.length + ((4 - (bytes.length % 4)) % 4)
    const at = this.#reserve(padded)
    this.#buffer.set(bytes, at)
    this.#buffer.fill(0, at + bytes.length, at + padded)
  }

  opaque(bytes: Uint8Array): void {
    this.uint(bytes.length)
    this.fixedOpaque(bytes)
  }

  /** The data written so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  #reserve(size: number): number {
    const at = this.#length
    const needed = at + size
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2))
      grown.set(this.bytes())
      this.#buffer = grown
    }
    this.#length = needed
    return at
  }
}
