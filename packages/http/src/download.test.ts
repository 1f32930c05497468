import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { download } from './download.ts'

const rules = { admits: () => true, admitsAddress: () => true }

const serve = async (answer: (request: IncomingMessage, reply: ServerResponse) => void) => {
  const tokens: unknown[] = []
  const server = createServer((request, reply) => {
    tokens.push(request.headers['x-auth-token'])
    answer(request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    tokens,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('download sends its headers to the requested server, also after a redirect to itself, but to no other', async () => {
  await using other = await serve((_, reply) => void reply.end('data'))
  await using asked = await serve((request, reply) => {
    const location = request.url === '/' ? '/again' : other.url
    reply.writeHead(302, { location }).end()
  })
  const pieces: Buffer[] = []
  for await (const piece of download(asked.url, { rules, headers: { 'x-auth-token': 'secret' } }))
    pieces.push(piece)
  assert.equal(Buffer.concat(pieces).toString(), 'data')
  assert.deepEqual([asked.tokens, other.tokens], [['secret', 'secret'], [undefined]])
})
