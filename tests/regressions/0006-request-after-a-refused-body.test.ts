import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { listen } from '@nimbo/http/listener'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'

/** Larger than what the streams between socket and handler buffer. */
const body = Buffer.alloc(400_000)

test('a connection serves the next request after one whose body was refused without being read', async () => {
  const listener = await listen(
    async ({ method }) => ({ status: method === 'POST' ? 413 : 200, headers: {}, body: method }),
    { host: '127.0.0.1', port: 0, log: silentLog },
  )
  const client = connect(listener.port, listener.host).setEncoding('utf8')
  try {
    let heard = ''
    client.on('data', (text: string) => {
      heard += text
    })
    await once(client, 'connect')
    client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`)
    client.write(body)
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(() => assert.deepEqual(heard.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']))
  } finally {
    client.destroy()
    await listener.close(0)
  }
})
