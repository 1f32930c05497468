import { Fault } from '@nimbo/kernel/errors'

/** Passes the data through; throws when it exceeds `most` bytes. */
export async function* bounded(data: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const bytes of data) {
    size += bytes.length
    if (size > most) throw tooLarge(most)
    yield bytes
  }
}

/** The error for uploads of more than `most` bytes. */
export const tooLarge = (most: number): Fault =>
  new Fault({
    code: 'ImageSizeLimitExceeded',
    kind: 'tooLarge',
    message: `Denying attempt to upload image larger than ${most} bytes.`,
    details: { most },
  })
