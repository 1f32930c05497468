import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { computeCloud } from './compute-cloud.ts'

const awayMs = 500
/** The calls of a host to a conductor during a build, and the database that each needs. */
const questions = [
  { question: 'reportProgress', database: 'nova_cell1' },
  { question: 'buildFinished', database: 'nova_cell1' },
  { question: 'buildFailed', database: 'nova_api' },
] as const

describe('an outage of a database while a host builds', () => {
  for (const { question, database } of questions)
    it(`does not fail the build if it begins with the call ${question}`, async () => {
      let asked = 0
      let refused = 0
      const before = async (moment: string): Promise<void> => {
        if (question === 'buildFailed' && moment === 'network createPort' && refused++ === 0)
          throw new Error('this host cannot have ports')
        if (moment !== `call ${question}` || asked++ > 0) return
        cloud.outages.add(database)
        void pause(systemClock, awayMs).then(() => cloud.outages.delete(database))
      }
      await using cloud = await computeCloud(fakeHypervisor({ hosts: 2 }).hypervisors, before)
      const serverId = await cloud.boot()
      await cloud.settled()
      assert.ok(asked > 0, 'the host made that call')
      assert.equal((await cloud.server(serverId))?.vmState, 'active')
      assert.deepEqual([cloud.ports.size, cloud.allocations.size], [1, 1])
    })
})
