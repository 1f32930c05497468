import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { HttpResponse } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { Clock } from '@nimbo/kernel/clock'
import { objectAccount } from './object-account.ts'
import { recordingTransport } from './transport.testing.ts'

const credentials = { username: 'glance', password: 'pw', projectName: 'service', domainName: 'Default' }
const place = { container: 'images', name: 'one' }

/** An account in an object store that refuses the first token, and the bodies of its replies. */
const setUp = () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const clock: Clock = {
    now: () => {
      now += 5_000
      return now
    },
    after: () => () => {},
  }
  const expires_at = new Date(now + 3_600_000).toISOString()
  let tokens = 0
  const bodies: Readable[] = []
  const answerOf = (method: string, token: string | undefined): HttpResponse => {
    const body = Readable.from([], { objectMode: false })
    bodies.push(body)
    if (token === 'token-1') return { status: 401, headers: {}, body }
    return { status: method === 'PUT' ? 201 : 200, headers: { etag: 'e', 'content-length': '7' }, body }
  }
  const { transport } = recordingTransport(({ serviceType, method, headers }) => {
    if (serviceType === 'object-store') return answerOf(method, headers['x-auth-token'])
    if (method === 'GET') return json(200, { token: { project: { id: 'p' } } })
    tokens += 1
    return json(201, { token: { expires_at } }, { 'x-subject-token': `token-${tokens}` })
  })
  return { account: objectAccount(transport, credentials, clock), bodies }
}

test('every reply of the object store is read to its end, so that its connection can be used again', async () => {
  const { account, bodies } = setUp()
  assert.deepEqual(await account.put(place, Buffer.from('content')), { etag: 'e' })
  assert.equal(await account.sizeOf(place), 7)
  await account.remove(place)
  assert.deepEqual(
    bodies.map(({ readableEnded }) => readableEnded),
    [true, true, true, true],
  )
})
