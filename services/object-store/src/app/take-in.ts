import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { errors } from '../errors.ts'
import type { SwiftApp } from './app.ts'
import { type HeldBlob, holdBlob } from './hold-blob.ts'

export interface TakenIn {
  readonly blob: HeldBlob
  readonly size: number
  /** MD5 of the bytes, in hex. */
  readonly etag: string
}

/** What the bytes must come to; else nothing is kept. */
export interface Expected {
  readonly most: number
  /** How many there are, where the client said so. */
  readonly size?: number | undefined
  readonly etag?: string | undefined
}

/**
 * Writes the bytes of an object and leaves them in doubt: the caller settles that in the unit of work which makes them an object's,
 * and releases the blob. When the bytes are not as expected nothing of them is left.
 */
export const takeIn = async (app: SwiftApp, data: Readable, expected: Expected): Promise<TakenIn> => {
  const blob = await holdBlob(app)
  const digest = createHash('md5')
  let size = 0
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of data as AsyncIterable<Uint8Array>) {
      size += bytes.length
      if (size > expected.most) throw errors.TooLarge({ reason: '' })
      digest.update(bytes)
      yield bytes
    }
  }
  try {
    await app.bytes.write(blob.id, Readable.from(blob.guard(watched()), { objectMode: false }))
    if (expected.size !== undefined && size !== expected.size)
      throw errors.Invalid({ reason: `${size} bytes came where ${expected.size} were announced` })
    const etag = digest.digest('hex')
    if (expected.etag !== undefined && expected.etag !== etag) throw errors.Unprocessable({ reason: '' })
    return { blob, size, etag }
  } catch (error) {
    blob.release()
    await app.bytes.remove(blob.id)
    await app.blobsInDoubt.settle(blob.id)
    throw error
  }
}
