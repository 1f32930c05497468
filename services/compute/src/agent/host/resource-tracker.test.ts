import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { resourceTracker } from './resource-tracker.ts'

const claim = (serverId: string, memoryMb: number) => ({ serverId, node: 'n', vcpus: 1, memoryMb, diskGb: 1 })

describe('the resource tracker', () => {
  it('refuses a claim that does not fit, counts a repeated claim once, and frees a released one', () => {
    const tracker = resourceTracker()
    tracker.setCapacity('n', { vcpus: 4, memoryMb: 1000, diskGb: 10 })
    tracker.claim(claim('a', 600))
    tracker.claim(claim('a', 600))
    assert.throws(
      () => tracker.claim(claim('b', 500)),
      (error) => isFault(error, 'InsufficientResources'),
    )
    assert.deepEqual(tracker.usage('n'), { vcpus: 1, memoryMb: 600, diskGb: 1, servers: 1 })
    tracker.release('a')
    tracker.claim(claim('b', 500))
    assert.equal(tracker.usage('n').servers, 1)
  })

  it('counts a server that is already on the host, even if it does not fit', () => {
    const tracker = resourceTracker()
    tracker.setCapacity('n', { vcpus: 1, memoryMb: 10, diskGb: 1 })
    tracker.adopt(claim('a', 600))
    assert.equal(tracker.usage('n').memoryMb, 600)
  })
})
