import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  survivesCrashes,
  survivesOutages,
  survivesRepeats,
  unwindsFromEveryStep,
} from '@nimbo/durable/test-aids'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { type ResizedServer, resizedServer } from '../../../test/cloud/resized-server.ts'
import { ctx } from '../../../test/cloud/server-on-host.ts'
import { instances } from '../../db/servers/instances.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import { powerStates } from '../../driver/hypervisor.ts'
import { liveMigrateServer } from './live-migrate-server.ts'

const destination = {
  ...{ host: 'b', node: 'b', nodeId: 'node-of-b', cellId: '', availabilityZone: 'nova' },
  allocations: { 'node-of-b': { resources: { VCPU: 1 } } },
}

/** A server on host `a` for which a live migration was requested. */
const begin = async (on: ResizedServer, paused: boolean): Promise<LiveMigrateServer> => {
  const { cell, deps, serverId, migrationId, smaller: flavor } = on
  on.offer([destination])
  for (const [id, port] of on.ports) on.ports.set(id, { ...port, 'binding:host_id': 'a' })
  if (paused) await on.driver.power.pause(serverId)
  await instances(cell, deps.clock).update(serverId, {
    ...{ taskState: 'migrating', vmState: paused ? 'paused' : 'active' },
    powerState: paused ? powerStates.paused : powerStates.running,
  })
  await cell
    .updateTable('migrations')
    .set({ migration_type: 'live-migration', status: 'accepted' })
    .where('id', '=', migrationId)
    .execute()
  const source = { host: 'a', node: 'a', availabilityZone: null, flavor }
  return { serverId, migrationId, source, flavor, ignoreHosts: ['a'] }
}

/** All of the server is on one host, with the power state that it had, and no task is left. */
const assertIsOn = async (on: ResizedServer, host: 'a' | 'b', paused: boolean): Promise<void> => {
  const { vmState, taskState, powerState, host: known, node } = (await on.server()) ?? {}
  const power = paused ? powerStates.paused : powerStates.running
  assert.deepEqual(
    [vmState, taskState, powerState, known, node],
    [paused ? 'paused' : 'active', null, power, host, host],
  )
  const domains = await Promise.all(on.drivers.map((driver) => driver.host.list()))
  const here = [power]
  assert.deepEqual(
    domains.map((list) => list.map((domain) => domain.power)),
    host === 'a' ? [here, []] : [[], here],
  )
  assert.deepEqual(await on.asides(), [])
  assert.deepEqual(
    [...on.ports.values()].map((port) => port['binding:host_id']),
    [host],
  )
  assert.deepEqual(
    [...on.boundBeside.values()].flatMap((hosts) => [...hosts]),
    [],
  )
  assert.deepEqual(
    [...on.attachments.values()].map(({ status }) => status),
    ['attached'],
  )
  const driver = on.drivers[host === 'a' ? 0 : 1]
  const log = (await driver?.consoles.consoleOutput(on.serverId, 10_000)) ?? ''
  assert.doesNotMatch(log.split('booted').slice(2).join(''), /./, 'the guest was never rebooted')
}

const trial = (paused = false) => {
  const serverId = newId<ServerId>()
  const input = {} as LiveMigrateServer
  return {
    flow: liveMigrateServer,
    ...{ input, subject: serverId, ctx },
    world: async ({ clock }: { readonly clock: Clock }) => {
      const on = await resizedServer({ clock, serverId, running: true })
      Object.assign(input, await begin(on, paused))
      return {
        db: on.cell as never,
        deps: on.deps,
        assertWhole: async () => {
          await assertIsOn(on, 'b', paused)
          assert.deepEqual(on.claims(), { [serverId]: destination.allocations })
          const { status, dest_compute } = (await on.migration()) ?? {}
          assert.deepEqual([status, dest_compute], ['completed', 'b'])
          assert.deepEqual(await on.faults(), [])
          const events = await on.events()
          assert.ok(events.includes('compute_live_migration Success'), events.join())
          assert.ok(events.includes('compute_post_live_migration_at_destination Success'), events.join())
        },
        assertClean: async () => {
          await assertIsOn(on, 'a', paused)
          assert.deepEqual(on.claims(), { [serverId]: on.oldClaim })
          assert.equal((await on.migration())?.status, 'error')
          assert.equal((await on.faults()).length, 1)
        },
        close: on.close,
      }
    },
  }
}

describe('the flow live-migrate-server', () => {
  it('survives the repetition of every step', () => survivesRepeats(trial()))
  it('leaves the server running where it was when any step fails', () => unwindsFromEveryStep(trial()))
  it('survives a crash at every moment', () => survivesCrashes(trial()))
  it('moves a server that is paused', () => survivesRepeats(trial(true)))
  it('waits for an unavailable service to come back', () => survivesOutages(trial()))
})
