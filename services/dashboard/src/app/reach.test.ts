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
  endpoints: ['compute', 'object-store'].map((type) => ({ type, region, url: `http://${type}` })),
  view: {
    user: { id: 'ann', name: 'ann', domain: { id: 'default', name: 'Default' } },
    ...{ project: null, system: false, system_allowed: false },
    ...{ region, regions: [region], projects: [], roles: [], expires_at: '2099-01-01T00:00:00.000Z' },
  },
}

/** Services that carry out what they are sent; those of Nimbo only answer questions about policy. */
const servicesOf = (product: 'Nimbo' | 'Swift') => {
  const received: string[] = []
  const carriedOut: string[] = []
  const transport: Transport = {
    send: async (type, { method, path, headers }) => {
      const line = `${method} ${type}${path}`
      received.push(line)
      const isNimbo = type !== 'object-store' || product === 'Nimbo'
      if (isNimbo && 'x-nimbo-policy-check' in headers) return { status: 204, headers: {} }
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

test('a question about policy does not delete a container in the Swift that serves the objects of this cloud', async () => {
  const { reach, carriedOut } = servicesOf('Swift')
  const asked = reach.send(session, 'object-store', question('/v1/AUTH_1/photos'))
  await assert.rejects(asked, (error) => isFault(error, 'NoPolicyCheck'))
  assert.deepEqual(carriedOut, ['GET object-store/info'])
  await reach.send(session, 'object-store', { ...question('/v1/AUTH_1/photos'), headers: {} })
  assert.deepEqual(carriedOut.at(-1), 'DELETE object-store/v1/AUTH_1/photos')
  reach.close()
})

test('questions about policy reach the services of Nimbo', async () => {
  const { reach, received, carriedOut } = servicesOf('Nimbo')
  for (const type of ['object-store', 'compute'])
    assert.equal((await reach.send(session, type, question('/things/1'))).status, 204)
  const objects = ['GET object-store/info', 'DELETE object-store/things/1']
  assert.deepEqual(received, [...objects, 'DELETE compute/things/1'])
  assert.deepEqual(carriedOut, [])
  reach.close()
})
