import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachEngineTrial, type Input } from './engine-trial.testing.ts'
import { flow } from './flow.ts'
import { claimFlow, holdsFlow, type Leaseholder, releaseFlow } from './flow-leases.ts'

const trial = eachEngineTrial()

describe('holdsFlow', () => {
  it('is true for the owner that claimed the flow, until the flow is released or claimed by another', async () => {
    const { db, clock, insert } = trial()
    const flowId = await insert(flow<Input>('boot'))
    const holder = (owner: string): Leaseholder => ({ db, clock, owner, leaseMs: 1_000 })
    const holds = async () => Promise.all(['one', 'other'].map((owner) => holdsFlow(db, { flowId, owner })))
    assert.deepEqual(await holds(), [false, false])
    await claimFlow(holder('one'), flowId, ['boot'])
    assert.deepEqual(await holds(), [true, false])
    clock.advance(1_001)
    assert.deepEqual(
      await holds(),
      [true, false],
      'an expired lease holds until another owner claims the flow',
    )
    await claimFlow(holder('other'), flowId, ['boot'])
    assert.deepEqual(await holds(), [false, true])
    await releaseFlow(holder('other'), flowId)
    assert.deepEqual(await holds(), [false, false])
  })
})
