import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { cell1Id, story } from '../../../test/compute-story.ts'
import { instanceActions } from './instance-actions.ts'
import { instances } from './instances.ts'
import { overdueInstances } from './overdue-instances.ts'

const hour = 3_600_000

test(
  'servers in rescue and shelved ones are overdue by when they were put there, whatever changed since',
  story(async ({ addServer, deps }) => {
    const { clock } = deps
    const cell = await deps.databases.cell(cell1Id)
    const ctx = internalContext()
    const hoursAgo = (hours: number): number => clock.now() - hours * hour
    const put = async (vmState: 'rescued' | 'shelved', action: string, hours: number): Promise<string> => {
      const { id } = await addServer({ vmState })
      await instanceActions(cell, { ...clock, now: () => hoursAgo(hours) }).begin(ctx, id, action)
      // Its owner renames it now, and was busy with something else meanwhile.
      await instanceActions(cell, clock).begin(ctx, id, 'attach_volume')
      await instances(cell, clock).update(id, { name: 'renamed' })
      return id
    }
    const [rescued] = [await put('rescued', 'rescue', 3), await put('rescued', 'rescue', 1)]
    const [shelved] = [await put('shelved', 'shelve', 3), await put('shelved', 'shelve', 1)]
    const until = new Date(hoursAgo(2)).toISOString()
    const overdue = overdueInstances(cell)
    assert.deepEqual(
      (await overdue.rescuedUntil(until, 10)).map(({ id }) => id),
      [rescued],
    )
    assert.deepEqual(
      (await overdue.shelvedUntil(until, 10)).map(({ id }) => id),
      [shelved],
    )
  }),
)
