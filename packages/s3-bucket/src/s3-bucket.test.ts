import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { describe, it } from 'node:test'
import { s3Bucket } from './s3-bucket.ts'

/** A bucket in a storage that answers as `listener` does, and may be silent for a moment only. */
const bucketAt = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  const bucket = s3Bucket({
    ...{ endpoint: `http://127.0.0.1:${address.port}`, region: 'r', bucket: 'b', accessKeyId: 'a' },
    ...{ secretAccessKey: 's', attempts: 1, answerWithinMs: 100 },
  })
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { bucket, [Symbol.dispose]: close }
}

describe('a storage that becomes silent', { timeout: 20_000 }, () => {
  it('fails a request that it does not answer', async () => {
    using storage = await bucketAt(() => {})
    await assert.rejects(storage.bucket.has('key'), { name: 'TimeoutError' })
  })

  it('fails a read that it does not finish', async () => {
    using storage = await bucketAt((_, reply) => {
      reply.writeHead(200, { 'content-length': '1000' }).write('the beginning')
    })
    const data = await storage.bucket.read('key')
    await assert.rejects(data.toArray(), { name: 'TimeoutError' })
  })
})
