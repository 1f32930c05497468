import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpResponse } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import { placementApi } from '@nimbo/contracts/placement/api'
import { placementClient } from './placement.ts'
import { asNobody, serviceClient } from './service-client.ts'
import { ctx, recordingTransport } from './transport.testing.ts'

const consumer = { id: 'server-1', projectId: 'web', userId: 'ann' }
const allocations = { host: { resources: { VCPU: 1 } } }
const permitted = async (): Promise<void> => {}
const conflict = (code: string): HttpResponse =>
  json(409, { errors: [{ detail: 'generation conflict', code }] })
const lostRace = conflict('placement.concurrent_update')

/** Placement that answers claims one after the other as listed, and then accepts them. */
const placementThat = (...answers: readonly HttpResponse[]) => {
  let claims = 0
  const { transport, sent } = recordingTransport(({ method, path }) => {
    if (method === 'GET' && path.startsWith('/allocations/'))
      return json(200, { allocations: {}, ...(claims > 0 ? { consumer_generation: claims } : {}) })
    if (method === 'PUT') {
      claims += 1
      return answers[claims - 1] ?? { status: 204, headers: {} }
    }
    if (method === 'DELETE') return json(404, { errors: [{ detail: 'nothing' }] })
    return json(200, { resource_providers: [] })
  })
  const client = placementClient(
    serviceClient({ transport, api: placementApi, authenticate: asNobody, version: '1.39' }),
  )
  const claimed = () =>
    sent.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(String(body)))
  return { client, claimed, sent }
}

test('a claim sends consumer_generation null for a consumer that does not exist yet', async () => {
  const { client, claimed } = placementThat()
  assert.equal(await client.claim(ctx, consumer, allocations, permitted), true)
  assert.deepEqual(claimed(), [
    {
      allocations,
      consumer_generation: null,
      project_id: 'web',
      user_id: 'ann',
      consumer_type: 'INSTANCE',
    },
  ])
})

test('a claim is repeated with the current consumer generation after a concurrent update', async () => {
  const { client, claimed } = placementThat(lostRace, lostRace)
  assert.equal(await client.claim(ctx, consumer, allocations, permitted), true)
  assert.deepEqual(
    claimed().map(({ consumer_generation }) => consumer_generation),
    [null, 1, 2],
  )
})

test('a caller that lost its lease does not repeat its claim after a concurrent update', async () => {
  const { client, claimed } = placementThat(lostRace)
  let asked = 0
  const guard = async (): Promise<void> => {
    asked += 1
    if (asked > 1) throw new Error('lease lost')
  }
  await assert.rejects(client.claim(ctx, consumer, allocations, guard), /lease lost/)
  assert.equal(claimed().length, 1)
})

test('a claim is given up after four concurrent updates', async () => {
  const { client, claimed } = placementThat(...Array<HttpResponse>(9).fill(lostRace))
  assert.equal(await client.claim(ctx, consumer, allocations, permitted), false)
  assert.equal(claimed().length, 4)
})

test('a claim is not repeated after a conflict that is no concurrent update, whatever its detail says', async () => {
  const { client, claimed } = placementThat(conflict('placement.undefined_code'))
  assert.equal(await client.claim(ctx, consumer, allocations, permitted), false)
  assert.equal(claimed().length, 1)
})

test('an error that is no conflict is thrown', async () => {
  const { client } = placementThat(json(400, { errors: [{ detail: 'bad' }] }))
  await assert.rejects(client.claim(ctx, consumer, allocations, permitted), {
    kind: 'badRequest',
    message: 'bad',
  })
})

test('releasing a consumer without allocations succeeds', async () => {
  const { client } = placementThat()
  await client.release(ctx, consumer.id)
})
