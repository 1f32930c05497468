/** `node copy-and-hash.ts FROM TO`: copies a file to the disk while computing its MD5 hash; prints the milliseconds that took. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

const [from = '', to = ''] = process.argv.slice(2)
const began = performance.now()
const digest = createHash('md5')
const source = createReadStream(from)
const hashed = async function* (): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    digest.update(piece)
    yield piece
  }
}
await pipeline(hashed, createWriteStream(to, { flush: true }))
digest.digest()
process.stdout.write(`${performance.now() - began}`)
