import { createHash } from 'node:crypto'
import { headBytes } from '@nimbo/image-format/signatures'
import { tooLarge } from './bounded.ts'

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
  async function* watch(data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of data) {
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
