import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { Fault } from '@nimbo/kernel/errors'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { ctx, type ServerOnHost, serverOnHost } from '../../../test/cloud/server-on-host.ts'
import { instances } from '../../db/servers/instances.ts'
import { recordFailed } from './record-failed.ts'
import { recordOperated } from './record-operated.ts'

const clock = systemClock
const serverId = newId<ServerId>()
const operation = { kind: 'inject-network-info' } as const

const ends: readonly (readonly [string, (on: ServerOnHost) => Promise<void>])[] = [
  ['done', ({ deps }) => recordOperated(ctx, { serverId, operation, operated: { powerState: 1 } }, deps)],
  [
    'refused',
    ({ deps }) => {
      const error = new Fault({ code: 'Refused', kind: 'conflict', message: 'no', details: {} })
      return recordFailed(ctx, { serverId, operation }, error, deps)
    },
  ],
]

describe('an action without a task state of its own', () => {
  for (const [end, record] of ends)
    it(`keeps the task and power state of an action that began meanwhile when it is ${end}`, async () => {
      const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
      assert.ok(only)
      const on = await serverOnHost(only.driver, { clock, serverId, action: 'operate' })
      try {
        const stopping = { taskState: 'powering-off', powerState: 4 } as const
        await instances(on.cell, clock).update(serverId, stopping)
        await record(on)
        const { taskState, powerState } = (await on.server()) ?? {}
        assert.deepEqual({ taskState, powerState }, stopping)
      } finally {
        await on.close()
      }
    })
})
