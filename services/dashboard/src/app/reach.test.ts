import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutgoingRequest, Transport } from '@nimbo/http/transport'
import { systemClock } from '@nimbo/kernel/clock'
import { isFault } from '@nimbo/kernel/errors'
import type { Session } from '../domain/session.ts'
import { reachOf } from './reach.ts'

const region = 'RegionOne'

const session: Session = {
  token: 'secret',
  endpoints: ['compute', 'metric', 'object-store'].map((type) => ({ type, region, url: `http://${type}` })),
  view: {
    user: { id: 'ann', name: 'ann', domain: { id: 'default', name: 'Default' } },
    ...{ project: null, system: false, system_allowed: false },
    ...{ region, regions: [region], projects: [], roles: [], expires_at: '2099-01-01T00:00:00.000Z' },
  },
}

/** Services that carry out what they are sent; those of Nimbo, all but the foreign one, only answer questions about policy. */
const servicesOf = (foreign?: string) => {
  const received: string[] = []
  const carriedOut: string[] = []
  const transport: Transport = {
    send: async (type, { method, path, headers }) => {
      const line = `${method} ${type}${path}`
      received.push(line)
      if (type !== foreign && 'x-nimbo-policy-check' in headers) return { status: 204, headers: {} }
      carriedOut.push(line)
      return { status: 200, headers: {} }
    },
  }
  const reach = reachOf({ own: { transport, region }, clock: systemClock, tls: undefined })
  return { reach, received, carriedOut }
}

const question = (path: string): OutgoingRequest => ({
  ...{ method: 'DELETE', path, headers: { 'x-nimbo-policy-check': 'true' }, timeoutMs: 1_000 },
})

const foreign = [
  { type: 'object-store', product: 'Swift', path: '/v1/AUTH_1/photos', harmless: '/info' },
  { type: 'metric', product: 'Gnocchi', path: '/v1/metric/1', harmless: '/' },
]
for (const { type, product, path, harmless } of foreign)
  test(`a question about policy does not delete anything in the ${product} that the catalog of this cloud names`, async () => {
    const { reach, carriedOut } = servicesOf(type)
    const asked = reach.send(session, type, question(path))
    await assert.rejects(asked, (error) => isFault(error, 'NoPolicyCheck'))
    assert.deepEqual(carriedOut, [`GET ${type}${harmless}`])
    await reach.send(session, type, { ...question(path), headers: {} })
    assert.deepEqual(carriedOut.at(-1), `DELETE ${type}${path}`)
    reach.close()
  })

test('questions about policy reach the services of Nimbo', async () => {
  const { reach, received, carriedOut } = servicesOf()
  for (const type of ['object-store', 'compute'])
    assert.equal((await reach.send(session, type, question('/things/1'))).status, 204)
  const objects = ['GET object-store/info', 'DELETE object-store/things/1']
  assert.deepEqual(received, [...objects, 'GET compute/', 'DELETE compute/things/1'])
  assert.deepEqual(carriedOut, [])
  reach.close()
})
