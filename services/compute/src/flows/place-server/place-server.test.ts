import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { survivesCrashes, survivesRepeats, unwindsFromEveryStep } from '@nimbo/durable/test-aids'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { type ResizedServer, resizedServer } from '../../../test/cloud/resized-server.ts'
import { ctx } from '../../../test/cloud/server-on-host.ts'
import { instances } from '../../db/servers/instances.ts'
import type { EvacuateServer, OffloadServer, UnshelveServer } from '../../domain/server-actions/operations.ts'
import { evacuateServer } from '../evacuate-server/evacuate-server.ts'
import { offloadServer } from '../offload-server/offload-server.ts'
import { unshelveServer } from '../unshelve-server/unshelve-server.ts'

const destination = {
  ...{ host: 'b', node: 'b', nodeId: 'node-of-b', cellId: '', availabilityZone: 'nova' },
  allocations: { 'node-of-b': { resources: { VCPU: 1 } } },
}
const newClaim = destination.allocations

const stateOf = async (on: ResizedServer) => {
  const { vmState, taskState, host, node } = (await on.server()) ?? {}
  return [vmState, taskState, host, node]
}
const bindings = (on: ResizedServer) => [...on.ports.values()].map((port) => port['binding:host_id'])
const held = (on: ResizedServer) => [...on.attachments.values()].map(({ status }) => status)
const domains = async (on: ResizedServer) =>
  (await Promise.all(on.drivers.map((driver) => driver.host.list()))).map((list) => list.length)

/** A server that was shelved and has left its host. */
const offloaded = async (on: ResizedServer): Promise<void> => {
  const { cell, deps, serverId } = on
  await on.driver.spawning.destroy(serverId)
  for (const [id, port] of on.ports) on.ports.set(id, { ...port, 'binding:host_id': '' })
  for (const [id, one] of on.attachments)
    on.attachments.set(id, { ...one, status: 'reserved', connection_info: {} })
  on.allocations.clear()
  const nowhere = { host: null, node: null, vmState: 'shelved_offloaded', taskState: 'unshelving' } as const
  await instances(cell, deps.clock).update(serverId, nowhere)
}

const trial = <Input extends object>(
  flow: typeof offloadServer | typeof unshelveServer | typeof evacuateServer,
  begin: (on: ResizedServer) => Promise<Input>,
  judge: {
    readonly whole: (on: ResizedServer) => Promise<void>
    readonly clean: (on: ResizedServer) => Promise<void>
  },
) => {
  const serverId = newId<ServerId>()
  const input = {} as Input
  return {
    flow: flow as typeof offloadServer,
    input: input as unknown as OffloadServer,
    ...{ subject: serverId, ctx },
    world: async ({ clock }: { readonly clock: Clock }) => {
      const on = await resizedServer({ clock, serverId, running: true })
      on.offer([destination])
      Object.assign(input, await begin(on))
      return {
        db: on.cell as never,
        deps: on.deps,
        assertWhole: () => judge.whole(on),
        assertClean: () => judge.clean(on),
        close: on.close,
      }
    },
  }
}

describe('the flow offload-server', () => {
  const offload = () =>
    trial<OffloadServer>(
      offloadServer,
      async (on) => {
        const shelved = { vmState: 'shelved', taskState: 'shelving_offloading' } as const
        await instances(on.cell, on.deps.clock).update(on.serverId, shelved)
        return { serverId: on.serverId }
      },
      {
        whole: async (on) => {
          assert.deepEqual(await stateOf(on), ['shelved_offloaded', null, null, null])
          assert.deepEqual([bindings(on), held(on), on.claims()], [[''], ['reserved'], {}])
          assert.deepEqual(await domains(on), [0, 0])
        },
        clean: async (on) => assert.deepEqual(await stateOf(on), ['shelved', null, 'a', 'a']),
      },
    )
  it('survives the repetition of every step', () => survivesRepeats(offload()))
  it('leaves the server shelved when any step fails', () => unwindsFromEveryStep(offload()))
  it('survives a crash at every moment', () => survivesCrashes(offload()))
})

describe('the flow unshelve-server', () => {
  const unshelve = () =>
    trial<UnshelveServer>(
      unshelveServer,
      async (on) => {
        await offloaded(on)
        const { serverId, smaller: flavor } = on
        return { serverId, flavor, running: true, ignoreHosts: [], source: null }
      },
      {
        whole: async (on) => {
          assert.deepEqual(await stateOf(on), ['active', null, 'b', 'b'])
          assert.deepEqual([bindings(on), held(on)], [['b'], ['attached']])
          assert.deepEqual(on.claims(), { [on.serverId]: newClaim })
          assert.deepEqual(await domains(on), [0, 1])
        },
        clean: async (on) => {
          assert.deepEqual(await stateOf(on), ['shelved_offloaded', null, null, null])
          assert.deepEqual([bindings(on), held(on), on.claims()], [[''], ['reserved'], {}])
          assert.deepEqual(await domains(on), [0, 0])
        },
      },
    )
  it('survives the repetition of every step', () => survivesRepeats(unshelve()))
  it('leaves the server on no host when any step fails', () => unwindsFromEveryStep(unshelve()))
  it('survives a crash at every moment', () => survivesCrashes(unshelve()))
})

describe('the flow evacuate-server', () => {
  const evacuate = () =>
    trial<EvacuateServer>(
      evacuateServer,
      async (on) => {
        const { serverId, migrationId, smaller: flavor } = on
        await instances(on.cell, on.deps.clock).update(serverId, { taskState: 'rebuilding' })
        const source = { host: 'a', node: 'a', availabilityZone: null, flavor }
        return { serverId, migrationId, source, flavor, running: true, ignoreHosts: ['a'] }
      },
      {
        whole: async (on) => {
          assert.deepEqual(await stateOf(on), ['active', null, 'b', 'b'])
          assert.deepEqual([bindings(on), held(on)], [['b'], ['attached']])
          assert.deepEqual(on.claims(), { [on.serverId]: newClaim })
          // The domain on the failed host stays until that host is back.
          assert.deepEqual(await domains(on), [1, 1])
          assert.equal((await on.migration())?.status, 'done')
        },
        clean: async (on) => {
          assert.deepEqual(await stateOf(on), ['active', null, 'a', 'a'])
          assert.deepEqual(on.claims(), { [on.serverId]: on.oldClaim })
          assert.deepEqual(await domains(on), [1, 0])
          assert.equal((await on.migration())?.status, 'failed')
        },
      },
    )
  it('survives the repetition of every step', () => survivesRepeats(evacuate()))
  it('leaves the server with its host when any step fails', () => unwindsFromEveryStep(evacuate()))
  it('survives a crash at every moment', () => survivesCrashes(evacuate()))
})
