import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@nimbo/testing/test-database'
import { migrations } from '../../db/migrations.ts'
import { changeResource, findResource, insertResource } from '../../db/resources.ts'
import { changeStack, findStack, insertStack } from '../../db/stacks.ts'
import type { HeatTables } from '../../db/tables.ts'
import { clock, rowOf, stackOf } from '../../flows/scaled-group.testing.ts'
import { markUnhealthy } from './mark-unhealthy.ts'

test('a resource is not marked as unhealthy if an action has begun since its state was read', async () => {
  const { db, close } = await testDatabase<HeatTables>(migrations)
  try {
    await insertStack(db, stackOf('web', null))
    await insertResource(db, rowOf('web', 'net', 'OS::Neutron::Net', {}))
    const mark = async (meanwhile: () => Promise<unknown>): Promise<void> => {
      const [stack, row] = [await findStack(db, 'web'), await findResource(db, 'net')]
      assert.ok(stack && row)
      await meanwhile()
      await markUnhealthy({ db, clock })(stack, row, true, 'it drops packets')
    }
    const inProgress = { code: 'ActionInProgress' }
    const second = { id: 'web', traversal: 'first of web' }
    await assert.rejects(
      mark(() => changeStack(db, second, { traversal: 'second of web', status: 'IN_PROGRESS' })),
      inProgress,
    )
    await changeStack(db, { ...second, traversal: 'second of web' }, { status: 'COMPLETE' })
    await assert.rejects(
      mark(() => changeResource(db, 'net', { action: 'UPDATE', status: 'IN_PROGRESS' })),
      inProgress,
    )
    const shown = await findResource(db, 'net')
    assert.deepEqual([shown?.action, shown?.status], ['UPDATE', 'IN_PROGRESS'])
  } finally {
    await close()
  }
})
