import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { headBytes } from '@nimbo/image-format/signatures'
import { Fault } from '@nimbo/kernel/errors'

/** What is known of data once all of it has passed. */
export interface Received {
  readonly size: number
  readonly checksum: string
  readonly hashValue: string
}

/** Passes data on while counting and hashing, and breaks off as soon as its beginning shows that it is not as claimed. */
export const receiver = ({
  most,
  requireHead,
}: {
  readonly most: number
  readonly requireHead: (head: Buffer) => void
}) => {
  const md5 = createHash('md5')
  const sha512 = createHash('sha512')
  let size = 0
  let head: Buffer | undefined = Buffer.alloc(0)
  const judge = (): void => {
    if (head !== undefined) requireHead(head)
    head = undefined
  }
  async function* watch(data: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of data) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > most) throw tooLarge(most)
      md5.update(bytes)
      sha512.update(bytes)
      if (head !== undefined) {
        head = Buffer.concat([head, bytes.subarray(0, headBytes - head.length)])
        if (head.length >= headBytes) judge()
      }
      yield bytes
    }
    judge()
  }
  const received = (): Received => ({
    size,
    checksum: md5.digest('hex'),
    hashValue: sha512.digest('hex'),
  })
  return { watch, received }
}

const tooLarge = (most: number): Fault =>
  new Fault({
    code: 'ImageSizeLimitExceeded',
    kind: 'tooLarge',
    message: `Denying attempt to upload image larger than ${most} bytes.`,
    details: { most },
  })
