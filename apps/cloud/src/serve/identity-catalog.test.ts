import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '@nimbo/http/reply'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import { services } from '../services.ts'
import { catalogTypes, endpointBook, withoutVersion } from './identity-catalog.ts'

const endpoint = (kind: string, region: string, url: string) => ({ interface: kind, region_id: region, url })

const catalog = [
  {
    type: 'volumev3',
    endpoints: [
      endpoint('public', 'one', 'http://out:8776/v3/42'),
      endpoint('internal', 'one', 'http://in:8776/v3/42'),
      endpoint('internal', 'two', 'http://far:8776/v3/42'),
    ],
  },
]

const bookOf = (replies: readonly (() => ReturnType<typeof json>)[]) => {
  const state = { asked: 0, now: 0 }
  const clock: Clock = { now: () => state.now, after: () => () => {} }
  const identity: Transport = {
    send: async () => {
      const reply = replies[Math.min(state.asked, replies.length - 1)]
      state.asked += 1
      return reply?.() ?? json(500, {})
    },
  }
  const credentials = { username: 'nova', password: 'x', projectName: 'service', domainName: 'Default' }
  const book = endpointBook({
    ...{ identity, credentials: () => credentials, region: 'one', interface: 'internal', clock },
    typesOf: catalogTypes(services),
  })
  return { state, book }
}

test('versions and project ids are removed from endpoint URLs', () => {
  const roots = ['http://h:8774/v2.1', 'http://h:8776/v3/42', 'http://h:9696', 'http://h/compute/v2.1/'].map(
    withoutVersion,
  )
  assert.deepEqual(roots, ['http://h:8774', 'http://h:8776', 'http://h:9696', 'http://h/compute'])
})

test('the catalog is requested once, and again after an endpoint was wrong', async () => {
  const { state, book } = bookOf([() => json(201, { token: { catalog } })])
  assert.equal(await book.endpointOf('volume'), 'http://in:8776')
  assert.equal(await book.endpointOf('volume'), 'http://in:8776')
  assert.equal(state.asked, 1)
  book.forget('volume')
  state.now += 6_000
  await book.endpointOf('volume')
  assert.equal(state.asked, 2)
})

test('a missing endpoint and a refusal by identity are temporary errors', async () => {
  const refused = bookOf([() => json(401, {})])
  await assert.rejects(refused.book.endpointOf('volume'), { kind: 'unavailable', code: 'CatalogRefused' })
  const { state, book } = bookOf([() => json(201, { token: { catalog } })])
  state.now = 1
  await assert.rejects(book.endpointOf('image'), { kind: 'unavailable', code: 'EndpointUnknown' })
})
