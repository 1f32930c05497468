import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { listen } from '@nimbo/http/listener'
import { bytesOf } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { silentLog } from '@nimbo/kernel/log'

/** `nc` does so, and with it the `curl` of the tiny image, which lost replies of the metadata service. */
for (const [how, request, expected] of [
  ['a request', 'GET / HTTP/1.0\r\n\r\n', 'got '],
  ['a request with a body', 'POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\nsecret', 'got secret'],
] as const)
  test(`a client that half-closes its connection after ${how} still gets the reply`, async (t) => {
    const closed = Promise.withResolvers<void>()
    const { port, close } = await listen(
      async ({ body }) => {
        await closed.promise
        return bytes(200, `got ${(await bytesOf(body)).toString()}`, {})
      },
      { host: '127.0.0.1', port: 0, log: silentLog },
    )
    t.after(() => close(0))
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    let reply = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      reply += text
    })
    const ended = once(socket, 'close')
    socket.end(request)
    await once(socket, 'finish')
    // The server closes this idle connection once it reads its end, and by then it has read the end of the first one.
    const second = connect({ host: '127.0.0.1', port })
    second.resume().end()
    await once(second, 'close')
    closed.resolve()
    await ended
    assert.match(reply, /^HTTP\/1\.1 200 OK\r\n/)
    assert.equal(reply.split('\r\n\r\n')[1], expected)
  })
