import assert from 'node:assert/strict'
import { it } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { flowCounts } from './flow-counts.ts'
import { flowDatabase } from './flow-database.testing.ts'
import { insertFlow } from './insert-flow.ts'
import { manualClock } from './manual-clock.ts'

it('flowCounts counts flows by state, those past their deadline, and those that no engine runs', async () => {
  const { db, close } = await flowDatabase()
  const clock = manualClock()
  const kind = { name: 'boot', deadlineMs: 600_000 } as Parameters<typeof insertFlow>[1]
  for (const subject of ['a', 'b', 'c'])
    await insertFlow(db, kind, { subject, input: {}, ctx: internalContext(), clock })
  await db.updateTable('flows').set({ state: 'parked' }).where('subject', '=', 'c').execute()
  const counts = async (now: number) =>
    Object.fromEntries((await flowCounts(db, ['boot'], now)).map(({ state, count }) => [state, count]))

  assert.deepEqual(await counts(clock.now()), { running: 2, parked: 1, unwinding: 0, late: 0, abandoned: 0 })
  const held = new Date(clock.now() + 3_600_000).toISOString()
  await db
    .updateTable('flows')
    .set({ lease_owner: 'somebody', lease_expires_at: held })
    .where('subject', '=', 'a')
    .execute()
  assert.deepEqual(await counts(clock.now() + 120_000), {
    ...{ running: 2, parked: 1, unwinding: 0 },
    ...{ late: 0, abandoned: 2 },
  })
  assert.equal((await counts(clock.now() + 3_000_000)).late, 3)
  await close()
})
