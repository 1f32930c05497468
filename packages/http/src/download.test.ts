import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { type DownloadedPart, download } from './download.ts'

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

const wholeOf = async (address: string, part?: DownloadedPart): Promise<string> =>
  Buffer.concat(await Array.fromAsync(download(address, { rules, part }))).toString()

test('a part is downloaded; a server that sends more than the part makes the download fail', async () => {
  const content = '0123456789'
  await using obedient = await serve((_, reply) => void reply.writeHead(206).end(content.slice(2, 5)))
  await using generous = await serve((_, reply) => void reply.writeHead(206).end(content))
  const part = { first: 2, last: 4 }
  assert.equal(await wholeOf(obedient.url, part), '234')
  await assert.rejects(wholeOf(generous.url, part), {
    code: 'DownloadFailed',
    message: `${generous.url} sends more than the 3 bytes it was asked for`,
  })
})

test('a redirect to something that is no URL makes the download fail', async () => {
  await using lost = await serve((_, reply) => void reply.writeHead(302, { location: 'http://[' }).end())
  await assert.rejects(wholeOf(lost.url), { code: 'DownloadFailed' })
})

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
