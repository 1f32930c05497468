import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { survivesCrashes, survivesRepeats } from '@nimbo/durable/test-aids'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { resizedServer } from '../../../test/cloud/resized-server.ts'
import { ctx } from '../../../test/cloud/server-on-host.ts'
import { instances } from '../../db/servers/instances.ts'
import type { OperateServer } from '../../domain/server-actions/operations.ts'
import { operateServer } from './operate-server.ts'

const destination: Destination = {
  ...{ host: 'b', node: 'b', nodeId: 'node-of-b', cellId: '', availabilityZone: 'nova' },
  allocations: { 'node-of-b': { resources: { VCPU: 2 } } },
}

/** Soft-deletes a server whose resize waits to be confirmed. */
const trial = () => {
  const serverId = newId<ServerId>()
  const input: OperateServer = { serverId, operation: { kind: 'soft-delete' } }
  return {
    flow: operateServer,
    ...{ input, subject: serverId, ctx },
    world: async ({ clock }: { readonly clock: Clock }) => {
      const on = await resizedServer({ clock, serverId, running: true })
      await on.resizeTo(destination)
      await instances(on.cell, clock).update(serverId, { taskState: 'soft-deleting' })
      const stateOf = async () => {
        const { host, vmState, taskState } = (await on.server()) ?? {}
        return [host, vmState, taskState, (await on.migration())?.status]
      }
      return {
        db: on.cell as never,
        deps: on.deps,
        assertWhole: async () => {
          assert.deepEqual(await stateOf(), ['b', 'soft-delete', null, 'confirmed'])
          assert.deepEqual(Object.keys(on.claims()), [serverId])
          assert.deepEqual(await on.asides(), [])
        },
        assertClean: async () => assert.deepEqual(await stateOf(), ['b', 'resized', null, 'finished']),
        close: on.close,
      }
    },
  }
}

describe('a resized server that is soft-deleted', () => {
  it('keeps nothing on its old host, to which it cannot return, when steps are repeated', () =>
    survivesRepeats(trial()))
  it('keeps nothing there after a crash at any moment', () => survivesCrashes(trial()))
})
