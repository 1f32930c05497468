import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { freePort } from './free-port.ts'

describe('a free port', () => {
  it('is not given out twice, even while nothing listens on it', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()))
    assert.equal(new Set(ports).size, ports.length)
  })

  it('is outside the range of outgoing connections, and can be listened on', async () => {
    const port = await freePort()
    const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768 60999')
    const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number)
    assert.ok(port < first || port > last, `${port} may be taken by a connection`)
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  })
})
