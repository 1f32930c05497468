import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durableEngine } from '@nimbo/durable/durable-engine'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabase } from '@nimbo/testing/test-database'
import { migrations } from '../db/migrations.ts'
import { findResource, insertResource } from '../db/resources.ts'
import { changeStack } from '../db/stacks.ts'
import type { HeatTables } from '../db/tables.ts'
import { carrying } from '../domain/carrying.ts'
import { carryStackFlow } from './carry-stack.ts'
import { clock, ctx, depsOn, insertGroup, rowOf } from './scaled-group.testing.ts'

test('a resource fails that was in progress when its stack was cancelled while the flow of the stack slept', async () => {
  const { db, close } = await testDatabase<HeatTables>(migrations)
  const engine = durableEngine({
    ...{ db, clock, owner: 'test', log: silentLog, pollMs: 1e9 },
    flows: [carryStackFlow.with(depsOn(db))],
  })
  try {
    await insertGroup(db, 0)
    const traversal = 'first of web'
    await insertResource(db, rowOf('web', 'slow', 'OS::Heat::TestResource', { status: 'IN_PROGRESS' }))
    const input = { stackId: 'web', traversal }
    const flow = await insertFlow(db, carrying, { subject: traversal, input, ctx, clock })
    await changeStack(db, { id: 'web', traversal }, { status: 'FAILED', traversal: 'cancelled' })
    await engine.start()
    engine.wake(flow)
    await engine.idle()
    const row = await findResource(db, 'slow')
    assert.deepEqual([row?.action, row?.status, row?.status_reason], ['CREATE', 'FAILED', 'CREATE aborted'])
  } finally {
    await engine.stop()
    await close()
  }
})
