import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Park } from '@nimbo/durable/park'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabases } from '@nimbo/testing/test-databases'
import { discardSpans } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import { fakeServices } from '../../../test/cloud/fake-services.ts'
import type { ConductorDeps } from '../../conductor/conductor-deps.ts'
import { finishBuild } from '../../conductor/finish-build.ts'
import { watchPower } from '../../conductor/watch-power.ts'
import { defaultCells } from '../../db/cells/ensure-cells.ts'
import { openTestCells } from '../../db/cells/open-cells.testing.ts'
import { instances } from '../../db/servers/instances.ts'
import { silentNotices } from '../../db/servers/silent-notices.testing.ts'
import { sampleServer } from '../../domain/servers/server.testing.ts'
import { powerStates } from '../../driver/hypervisor.ts'
import type { FlowDeps, HoldsParts, SpeaksToHosts } from '../flow-deps.ts'
import { buildOnHost } from './build-on-host.ts'
import { giveUpBuild, takeFromHost } from './take-back.ts'

const clock = systemClock
const ctx = internalContext()
const home = defaultCells[1]?.id ?? ''
const host = 'a'

/** A server that its host is building. */
const building = async () => {
  const memory = testDatabases()
  const { databases } = await openTestCells({ ...memory, clock })
  const cell = await databases.cell(home)
  const serverId = newId<ServerId>()
  await instances(cell, clock).create({
    ...sampleServer({ id: serverId, host, node: host, vmState: 'building', taskState: 'spawning' }),
    ...{ launchedOn: null, launchedAt: null },
  })
  const signals: unknown[] = []
  const away = { flows: false }
  const signal = async (_flow: unknown, answer: unknown): Promise<boolean> => {
    if (away.flows) throw new Error('the database of the flows is away')
    return signals.push(answer) > 0
  }
  const engines = { api: { signal } }
  const conductor = { databases, clock, engines, notices: silentNotices } as unknown as ConductorDeps
  const finish = async (): Promise<boolean> => {
    const built = { host, serverId, node: host, powerState: 1, interfaces: [], rootDevice: '/dev/vda' }
    return (await finishBuild(conductor, home)(ctx, built)).kept
  }
  const state = () => instances(cell, clock).findPart(serverId, ['vmState', 'taskState', 'host'])
  return {
    databases,
    cell,
    serverId,
    finish,
    state,
    signals,
    away,
    [Symbol.asyncDispose]: () => memory.close(),
  }
}

type Building = Awaited<ReturnType<typeof building>>

/** Runs the step of a conductor whose wait for the build has timed out, so that it checks whether the host is up. */
const look = ({ databases, serverId }: Building, hostIsUp: SpeaksToHosts['hostIsUp']) => {
  const deps: FlowDeps & SpeaksToHosts & HoldsParts = {
    ...fakeServices().clients,
    ...{
      databases,
      clock,
      log: silentLog,
      notices: silentNotices,
      tracer: tracer('nova-conductor', discardSpans),
      hostIsUp,
    },
    agent: () => assert.fail('the host is not asked'),
  }
  const destination = { host, node: host, nodeId: 'node-of-a', cellId: home, availabilityZone: 'nova' }
  const state = { serverId, cellId: home, destination: { ...destination, allocations: {} } }
  const flowId = newId<FlowId>()
  return buildOnHost.run(ctx, state, deps, {
    ...{ flowId, lease: { flowId, owner: 'one' }, attempt: 1, signal: undefined, timedOut: true },
    aborted: new AbortController().signal,
  })
}

describe('a build', () => {
  it('is done if its host finishes it while the conductor checks whether that host is up', async () => {
    await using build = await building()
    const result = await look(build, async () => {
      assert.equal(await build.finish(), true)
      return false
    })
    assert.ok(!(result instanceof Park))
    assert.deepEqual(await build.state(), { vmState: 'active', taskState: null, host })
  })

  it('cannot be finished any more by a host from which it was taken', async () => {
    await using build = await building()
    await assert.rejects(
      look(build, async () => false),
      { code: 'ComputeHostDown' },
    )
    assert.equal(await build.finish(), false)
    assert.deepEqual(await build.state(), { vmState: 'building', taskState: 'scheduling', host })
    await assert.rejects(
      look(build, async () => true),
      { code: 'ComputeHostDown' },
      'it stays taken, as after a crash of the conductor that took it, even if the host is up again',
    )
  })

  for (const [what, change, vmState] of [
    [
      'has powered itself off',
      ({ databases, serverId }: Building) =>
        watchPower({ databases, clock, notices: silentNotices, cellId: home })(
          serverId,
          host,
          powerStates.shutdown,
        ),
      'stopped',
    ],
    [
      'was paused by its user',
      ({ cell, serverId }: Building) => instances(cell, clock).update(serverId, { vmState: 'paused' }),
      'paused',
    ],
  ] as const)
    it(`is kept when its host reports it again after a lost answer, even if the server ${what} meanwhile`, async () => {
      await using build = await building()
      build.away.flows = true
      await assert.rejects(build.finish(), /away/)
      await change(build)
      build.away.flows = false
      assert.equal(await build.finish(), true)
      assert.deepEqual(build.signals, [{ outcome: 'built', host }], 'the flow gets the signal')
      assert.equal((await build.state())?.vmState, vmState)
    })

  for (const [what, take] of [
    ['from its host', ({ cell, serverId }: Building) => takeFromHost(cell, clock, { serverId, host })],
    ['for good', ({ cell, serverId }: Building) => giveUpBuild(cell, clock, serverId)],
  ] as const)
    it(`is either finished or taken ${what}, whichever happens first`, async () => {
      await using finished = await building()
      assert.equal(await finished.finish(), true)
      assert.equal(await take(finished), 'finished')
      assert.deepEqual(await finished.state(), { vmState: 'active', taskState: null, host })

      await using taken = await building()
      assert.equal(await take(taken), 'taken')
      assert.equal(await taken.finish(), false)
      assert.equal((await taken.state())?.vmState, 'building')
    })

  it('counts as finished if its server was shelved and offloaded before the conductor looks', async () => {
    await using build = await building()
    const { cell, serverId } = build
    assert.equal(await build.finish(), true)
    const offloaded = { vmState: 'shelved_offloaded', host: null, node: null } as const
    await instances(cell, clock).update(serverId, offloaded)
    assert.ok(!((await look(build, async () => true)) instanceof Park))
    assert.equal(await giveUpBuild(cell, clock, serverId), 'finished')
    assert.deepEqual(await build.state(), { vmState: 'shelved_offloaded', taskState: null, host: null })
  })

  it('that was given up is not sent to a host', async () => {
    await using build = await building()
    const { cell, serverId } = build
    assert.equal(await giveUpBuild(cell, clock, serverId), 'taken')
    const result = await look(build, async () => true)
    assert.ok(result instanceof Park)
    assert.deepEqual(await build.state(), { vmState: 'building', taskState: 'scheduling', host: null })
  })
})
