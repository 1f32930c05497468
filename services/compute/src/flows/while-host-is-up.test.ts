import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { isFault } from '@nimbo/kernel/errors'
import { whileHostIsUp } from './while-host-is-up.ts'

const at = { cellId: 'cell1', host: 'a' }
const isDown = (error: unknown) => isFault(error, 'ComputeHostDown')

describe('asking a host', () => {
  it('returns the host’s answer, and then stops checking whether the host is up', async () => {
    const clock = manualClock()
    const deps = { clock, hostIsUp: async () => true }
    assert.equal(await whileHostIsUp(deps, at, async () => 'done'), 'done')
    assert.equal(clock.advanceToNext(), false)
  })

  it('sends no request to a host that is down', async () => {
    const deps = { clock: manualClock(), hostIsUp: async () => false }
    await assert.rejects(
      whileHostIsUp(deps, at, async () => assert.fail('it was asked')),
      isDown,
    )
  })

  it('fails when the host goes down before it answers', async () => {
    const clock = manualClock()
    const asked = Promise.withResolvers<void>()
    let up = true
    const deps = { clock, hostIsUp: async () => up }
    const waiting = whileHostIsUp(deps, at, () => {
      asked.resolve()
      return new Promise<never>(() => {})
    })
    await asked.promise
    up = false
    clock.advanceToNext()
    await assert.rejects(waiting, isDown)
  })
})
