import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import type { ProcessCloud } from './process-cloud.ts'

const patience = { withinMs: 60_000 }

interface Halting {
  halt(): Promise<void>
  start(): Promise<void>
}

/** Runs `ask` while a database or broker server is stopped, and starts that again in any case. */
const whileAway = async <Result>(server: Halting, ask: () => Promise<Result>): Promise<Result> => {
  await server.halt()
  try {
    return await ask()
  } finally {
    await server.start()
  }
}

export const describeAway = (shared: () => ProcessCloud): void => {
  const startsOf = () =>
    Object.fromEntries(shared().cloud.processes.map(({ name, starts }) => [name, starts()]))
  const bootAsked = () => {
    const { admin, flavorRef, imageRef } = shared()
    const server = { name: 'meanwhile', flavorRef, imageRef, networks: 'none' }
    return admin.compute.post('/servers', { server })
  }

  describe('while the broker is away', () => {
    it('nova-api accepts and later builds a server, and answers 503 to a request that needs a host', async () => {
      const { admin, cloud, flavorRef, imageRef } = shared()
      const before = startsOf()
      const running = await bootServer(admin, { flavorRef, imageRef })
      await serverInStatus(admin, running, 'ACTIVE', patience)
      const { told, accepted, listed } = await whileAway(cloud.rabbitmq, async () => ({
        told: await admin.compute.post(`/servers/${running}/action`, { 'os-getConsoleOutput': {} }),
        accepted: await bootAsked(),
        listed: await admin.compute.get('/servers'),
      }))
      assert.deepEqual([told.status, told.headers.get('retry-after')], [503, '1'])
      assert.equal(accepted.status, 202, JSON.stringify(accepted.body))
      assert.equal(listed.status, 200)
      await serverInStatus(admin, accepted.body.server.id, 'ACTIVE', patience)
      await cloud.ready()
      assert.deepEqual(startsOf(), before, 'no process was restarted')
    })
  })

  describe('while the database is away', () => {
    it('nova-api answers 503 with Retry-After, and recovers without a restart', async () => {
      const { admin, cloud } = shared()
      const before = startsOf()
      const server = { halt: () => cloud.postgresql.crash(), start: () => cloud.postgresql.start() }
      const answers = await whileAway(server, async () => [
        await admin.compute.get('/servers'),
        await bootAsked(),
      ])
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers.get('retry-after')]),
        [
          [503, '1'],
          [503, '1'],
        ],
      )
      await cloud.ready()
      const id = await eventually(async () => {
        const asked = await bootAsked()
        assert.equal(asked.status, 202, JSON.stringify(asked.body))
        return asked.body.server.id as string
      }, patience)
      await serverInStatus(admin, id, 'ACTIVE', patience)
      assert.deepEqual(startsOf(), before, 'no process was restarted')
    })
  })
}
