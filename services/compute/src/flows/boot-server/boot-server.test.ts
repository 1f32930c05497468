import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { runTrial } from '@nimbo/durable/flow-trial'
import {
  survivesCrashes,
  survivesOutages,
  survivesRepeats,
  unwindsFromEveryStep,
} from '@nimbo/durable/test-aids'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabases } from '@nimbo/testing/test-databases'
import { discardSpans } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import { sampleBuild } from '../../../test/cloud/compute-cloud.ts'
import { fakeServices } from '../../../test/cloud/fake-services.ts'
import { buildRequests } from '../../db/servers/build-requests.ts'
import { defaultCells } from '../../db/cells/ensure-cells.ts'
import { openTestCells } from '../../db/cells/open-cells.testing.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { silentNotices } from '../../db/servers/silent-notices.testing.ts'
import { sampleRequest } from '../../domain/scheduling/host-state.testing.ts'
import { buildTasks } from '../../domain/servers/states.ts'
import { bootServer } from './boot-server.ts'

const serverId = newId<ServerId>()
const spec = { ...sampleRequest().spec, serverId }
const ctx = internalContext()
const home = defaultCells[1]?.id ?? ''

const destinationOn = (host: string): Destination => ({
  host,
  node: host,
  nodeId: `node-of-${host}`,
  cellId: home,
  availabilityZone: 'nova',
  allocations: { [`node-of-${host}`]: { resources: { VCPU: 1 } } },
})

type Tools = { readonly clock: Clock; readonly signal: (payload: Json) => Promise<void> }

/**
 * Two hosts; those named in `refusing` fail every build, as an agent that has cleaned up. A build that a host has
 * finished is never undone, so `assertClean` then expects the whole server.
 */
const world = async ({ clock, signal }: Tools, refusing: readonly string[]) => {
  const services = fakeServices()
  const { clients, ports, allocations, providers } = services
  const memory = testDatabases()
  const { databases, everyCell } = await openTestCells({ ...memory, clock })
  const cell = await databases.cell(home)
  const inventories = {
    VCPU: { total: 4, reserved: 0, min_unit: 1, max_unit: 4, step_size: 1, allocation_ratio: 1 },
  }
  for (const host of ['a', 'b']) {
    await hostMappings(databases.api, clock).add(host, home)
    providers.set(`node-of-${host}`, { name: host, inventories })
  }
  await requestSpecs(databases.api, clock).insert(spec)
  await buildRequests(databases.api, clock).insert(spec, sampleBuild(serverId))
  await instanceMappings(databases.api, clock).insert(serverId, spec.projectId, spec.userId)

  let finished = false
  const build = async (host: string): Promise<void> => {
    if (refusing.includes(host))
      return signal({ outcome: 'failed', host, code: 'BuildFailed', message: 'no', elsewhere: true })
    if (ports.size === 0) await clients.network.createPort(ctx, { device_id: serverId })
    const kept = await instances(cell, clock).transition(serverId, {
      from: { vmStates: ['building'], taskStates: buildTasks, host },
      to: { vmState: 'active' },
    })
    if (kept) finished = true
    await signal({ outcome: 'built', host })
  }
  const agent = async ({ host }: { readonly host: string }) => ({
    buildServer: Object.assign(() => build(host), { fanout: async () => {} }),
    terminateServer: async () => ({}),
  })
  const deps = {
    ...clients,
    databases,
    clock,
    log: silentLog,
    notices: silentNotices,
    tracer: tracer('nova-conductor', discardSpans),
    agent: agent as unknown as Parameters<typeof bootServer.with>[0]['agent'],
    hostIsUp: async () => true,
    recheckQuota: async () => {},
    scheduler: {
      selectDestinations: async () => {
        const [selected, alternate] = [destinationOn('a'), destinationOn('b')]
        allocations.set(serverId, selected.allocations)
        return { selected, alternates: [alternate] }
      },
    },
  }
  const present = async () => {
    const found = await Promise.all(everyCell.map(({ db }) => instances(db, clock).find(serverId)))
    return found.filter((server) => server !== undefined)
  }
  const assertWhole = async (): Promise<void> => {
    assert.deepEqual(
      (await present()).map(({ vmState }) => vmState),
      ['active'],
    )
    assert.equal(ports.size, 1)
    assert.equal(Object.keys(allocations.get(serverId) ?? {}).length, 1)
    assert.equal(await buildRequests(databases.api, clock).find(serverId), undefined)
  }
  return {
    db: databases.api as never,
    deps,
    assertWhole,
    assertClean: async () => {
      if (finished) return assertWhole()
      assert.deepEqual(
        (await present()).map(({ vmState, host }) => [vmState, host]),
        [['error', null]],
      )
      assert.equal(ports.size, 0)
      assert.equal(allocations.size, 0)
      assert.equal(await buildRequests(databases.api, clock).find(serverId), undefined)
    },
    close: () => memory.close(),
  }
}

const trial = (...refusing: readonly string[]) => ({
  flow: bootServer,
  input: { serverId },
  subject: serverId,
  ctx,
  world: (tools: Tools) => world(tools, refusing),
})

describe('the flow boot-server', () => {
  it('survives the repetition of every step', () => survivesRepeats(trial()))
  it('leaves a server in ERROR and nothing else when any step fails before a host has finished it', () =>
    unwindsFromEveryStep(trial()))
  it('survives a crash at every moment', () => survivesCrashes(trial()))
  it('waits for an unavailable service to come back', () => survivesOutages(trial()))
  it('survives a crash at every moment when the first host fails the build', () =>
    survivesCrashes(trial('a')))
  it('leaves a server in ERROR and nothing else after a crash at any moment when every host fails the build', async () => {
    let count = 0
    await runTrial(trial('a', 'b'), {}, (end, _world, moments) => {
      assert.equal(end, 'failed')
      count = moments.length
    })
    for (let crashAt = 0; crashAt < count; crashAt += 1)
      await runTrial(trial('a', 'b'), { crashAt }, async (end, world, moments) => {
        const { when, phase, step } = moments[crashAt] ?? {}
        assert.equal(end, 'failed', `a crash ${when} ${phase} of ${step}`)
        await world.assertClean()
      })
  })
})
