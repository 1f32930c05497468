import assert from 'node:assert/strict'
import type { TaskState } from '@nimbo/contracts/compute/states'
import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { Park } from '@nimbo/durable/park'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { openingLocks } from '../../src/agent/volumes/open-locks.ts'
import { blockDevices } from '../../src/db/servers/block-devices.ts'
import { instanceActions } from '../../src/db/servers/instance-actions.ts'
import { instances } from '../../src/db/servers/instances.ts'
import { requestSpecs } from '../../src/db/servers/request-specs.ts'
import { migrations } from '../../src/db/server-migrations/migrations.ts'
import { resizeServerFlow } from '../../src/domain/flow-kinds.ts'
import type { EndResize, ResizeServer, ServerPlace } from '../../src/domain/server-actions/operations.ts'
import type { EmbeddedFlavor } from '../../src/domain/servers/request-spec.ts'
import { sampleServer } from '../../src/domain/servers/server.testing.ts'
import type { SpeaksToScheduler } from '../../src/flows/flow-deps.ts'
import { resizeServer } from '../../src/flows/resize-server/resize-server.ts'
import { memoryKeys } from './memory-keys.ts'
import { ctx, serverOnHost } from './server-on-host.ts'

const oldClaim = { 'node-of-a': { resources: { VCPU: 1 } } }

interface Wanted {
  readonly clock: Clock
  readonly serverId: ServerId
  readonly running: boolean
  /** The extra specs of the flavor before, and of the one after. */
  readonly extraSpecs?: readonly [Specs, Specs]
}

type Specs = Readonly<Record<string, string>>

/** A server on host `a`, with a port and a volume, that is to be resized; there is a host `b` besides. */
export const resizedServer = async ({ clock, serverId, running, extraSpecs = [{}, {}] }: Wanted) => {
  const smaller: EmbeddedFlavor = { ...sampleServer().flavor, extraSpecs: extraSpecs[0] }
  const larger = { id: '2', name: 'm1.small', vcpus: 2, memoryMb: 1024, extraSpecs: extraSpecs[1] }
  const bigger: EmbeddedFlavor = { ...smaller, ...larger }
  const keys = memoryKeys()
  const locks = { volume: { encryption: async () => undefined }, keys: keys.client }
  const hosts = fakeHypervisor({ hosts: ['a', 'b'], clock }).hypervisors
  const [first, second] = hosts.map(({ driver }) => openingLocks(driver, locks))
  assert.ok(first && second)
  const asked = { clock, serverId, action: 'resize', others: { b: second }, extraSpecs: extraSpecs[0] }
  const on = await serverOnHost(first, asked)
  const { cell, volumes, attachments, allocations } = on
  const [volumeId, attachmentId, migrationId] = [newId(), newId(), newId()]
  volumes.set(volumeId, {
    ...{ id: volumeId, name: 'data', status: 'in-use', size: 1, bootable: 'false' },
    ...{ multiattach: false, availability_zone: 'nova', attachments: [] },
  })
  attachments.set(attachmentId, {
    ...{ id: attachmentId, volume_id: volumeId, instance: serverId, status: 'attached' },
    connection_info: { driver_volume_type: 'file', device_path: '/volumes/one', format: 'raw' },
  })
  const disk = { sourceType: 'volume', destinationType: 'volume', deleteOnTermination: false } as const
  const named = { id: newId(), volumeId, attachmentId, deviceName: '/dev/vdb' }
  await blockDevices(cell, clock).insert(serverId, [{ ...disk, ...named }])
  if (!running) await first.power.powerOff(serverId, 0)
  await instances(cell, clock).update(serverId, {
    ...{ taskState: 'resize_prep', vmState: running ? 'active' : 'stopped', powerState: running ? 1 : 4 },
  })
  const records = migrations(cell, clock)
  await records.create(await records.newNumber(), {
    ...{ id: migrationId, server_id: serverId, project_id: 'project-1', user_id: 'user-1' },
    ...{ migration_type: 'resize', status: 'pre-migrating', source_compute: 'a', source_node: 'a' },
    ...{ old_flavor: smaller, new_flavor: bigger },
  })
  const source: ServerPlace = { host: 'a', node: 'a', availabilityZone: null, flavor: smaller }
  let offered: readonly Destination[] = []
  const scheduler = {
    selectDestinations: async () => {
      const [selected] = offered
      assert.ok(selected)
      allocations.set(serverId, selected.allocations)
      return { selected, alternates: [] }
    },
  } as unknown as SpeaksToScheduler['scheduler']
  const deps = { ...on.deps, scheduler, keys: keys.client }

  const resizing = (destinations: readonly Destination[]): ResizeServer => {
    offered = destinations
    return { serverId, migrationId, source, flavor: bigger, running, ignoreHosts: [] }
  }

  /** Runs all steps of the flow one after another. */
  const resizeTo = async (destination: Destination): Promise<void> => {
    const input = resizing([destination])
    const flowId = await insertFlow(cell, resizeServerFlow, { subject: serverId, input, ctx, clock })
    await cell.updateTable('flows').set({ lease_owner: 'one' }).where('id', '=', flowId).execute()
    const bound = resizeServer.with(deps)
    let state: object = input
    for (const step of bound.steps) {
      const yielded = await step.run(ctx, state, deps, {
        ...{ flowId, lease: { flowId, owner: 'one' }, attempt: 0, signal: undefined, timedOut: false },
        aborted: new AbortController().signal,
      })
      assert.ok(!(yielded instanceof Park))
      state = { ...state, ...yielded }
    }
    await bound.onDone?.(ctx, state, deps)
    await cell.deleteFrom('flows').where('id', '=', flowId).execute()
  }

  return {
    ...on,
    ...{ deps, serverId, migrationId, smaller, bigger, oldClaim, resizing, resizeTo },
    drivers: [first, second],
    /** The names of the keys in the key manager. */
    keys: keys.names,
    /** Sets the hosts that the scheduler selects from now on. */
    offer: (destinations: readonly Destination[]) => {
      offered = destinations
    },
    /** Records that the resize is to be confirmed or reverted; returns the input of that flow. */
    ending: async (taskState: TaskState): Promise<EndResize> => {
      const action = taskState === 'resize_confirming' ? 'confirmResize' : 'revertResize'
      await cell.deleteFrom('instance_action_events').execute()
      await cell.deleteFrom('instance_actions').execute()
      await instanceActions(cell, clock).begin(ctx, serverId, action)
      await instances(cell, clock).update(serverId, { taskState })
      const { host, node } = (await on.server()) ?? {}
      const destination = { ...source, host: host ?? '', node: node ?? '', flavor: bigger }
      return { serverId, migrationId, source, destination, running }
    },
    claims: () => Object.fromEntries(allocations),
    migration: () => records.find(migrationId),
    /** Hosts that keep disks aside. */
    asides: async () =>
      (
        await Promise.all(
          [first, second].map(async (one, index) =>
            (await one.moves.listAside()).length > 0 ? ['a', 'b'][index] : undefined,
          ),
        )
      ).filter((host) => host !== undefined),
    /** All of the server is on one host, with one flavor, and no task is left. */
    assertIsOn: async (host: string, flavor: EmbeddedFlavor, vmState: string) => {
      const server = await on.server()
      assert.deepEqual(
        [server?.host, server?.node, server?.flavor.id, server?.vmState, server?.taskState],
        [host, host, flavor.id, vmState, null],
      )
      assert.equal(server?.powerState, running ? 1 : 4)
      const domains = await Promise.all(
        [first, second].map(async (one) => (await one.host.list()).map(({ power }) => power)),
      )
      const here = [running ? 1 : 4]
      assert.deepEqual(domains, host === 'a' ? [here, []] : [[], here])
      assert.deepEqual(
        [...on.ports.values()].map((port) => [port.device_id, port['binding:host_id']]),
        [[serverId, host === 'a' ? on.ports.values().next().value?.['binding:host_id'] : host]],
      )
      const held = [...attachments.values()]
      assert.deepEqual(
        held.map(({ status, volume_id }) => [status, volume_id]),
        [['attached', volumeId]],
      )
      const [kept] = await blockDevices(cell, clock).ofServer(serverId)
      assert.equal(kept?.attachmentId, held[0]?.id)
      const spec = await requestSpecs(deps.databases.api, clock).find(serverId)
      if (flavor.id === bigger.id) assert.equal(spec?.flavor.id, bigger.id)
      else assert.notEqual(spec?.flavor.id, bigger.id)
      const driver = host === 'a' ? first : second
      assert.match(await driver.consoles.consoleOutput(serverId, 10_000), /domain defined with 1 vCPU/)
    },
  }
}

export type ResizedServer = Awaited<ReturnType<typeof resizedServer>>
