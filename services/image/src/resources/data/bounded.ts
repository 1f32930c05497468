import { Fault } from '@nimbo/kernel/errors'

/** The same bytes, which break off when there are more than `most`. */
export async function* bounded(data: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const bytes of data) {
    size += bytes.length
    if (size > most) throw tooLarge(most)
    yield bytes
  }
}

/** What an upload of more than `most` bytes is told. */
export const tooLarge = (most: number): Fault =>
  new Fault({
    code: 'ImageSizeLimitExceeded',
    kind: 'tooLarge',
    message: `Denying attempt to upload image larger than ${most} bytes.`,
    details: { most },
  })
