import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '@nimbo/kernel/json'
import { flow } from './flow.ts'
import { flowDatabase } from './flow-database.testing.ts'
import type { FlowTrial } from './flow-trial.ts'
import { waitForSignal } from './park.ts'
import { step } from './step.ts'
import { survivesCrashes, survivesOutages, survivesRepeats, unwindsFromEveryStep } from './test-aids.ts'

interface Boot {
  serverId: string
}

/** A small cloud in memory: what it holds is keyed by server, so that repeating an operation changes nothing. */
class SmallCloud {
  readonly claims = new Map<string, string>()
  readonly ports = new Map<string, string>()
  readonly guests = new Map<string, string>()
  readonly announced: string[] = []
  readonly faulty = new Set<string>()
  readonly signal: (payload: Json) => Promise<void>
  constructor(signal: (payload: Json) => Promise<void>) {
    this.signal = signal
  }
}

interface Deps {
  cloud: SmallCloud
}

const hosts = ['a', 'b', 'c']

const claimHost = step<Boot & { rejected?: readonly string[] }, Deps>()({
  name: 'claim-host',
  run: async (_ctx, { serverId, rejected = [] }, { cloud }) => {
    const host = hosts.find((name) => !rejected.includes(name))
    if (host === undefined) throw new Error('no valid host')
    cloud.claims.set(serverId, host)
    return { host, tried: rejected }
  },
  undo: async (_ctx, { serverId }, { cloud }) => cloud.claims.delete(serverId),
  again: (_error, { host, tried = [] }) => (host === undefined ? undefined : { rejected: [...tried, host] }),
})

const bindPort = step<Boot & { host: string }, Deps>()({
  name: 'bind-port',
  run: async (_ctx, { serverId, host }, { cloud }) => {
    cloud.ports.set(serverId, host)
    return { port: `port-of-${serverId}` }
  },
  undo: async (_ctx, { serverId }, { cloud }) => cloud.ports.delete(serverId),
})

const spawn = step<Boot & { host: string }, Deps>()({
  name: 'spawn',
  run: async (_ctx, { serverId, host }, { cloud }, { signal }) => {
    if (signal === `built on ${host}`) return { spawned: true }
    if (signal === `failed on ${host}`) throw new Error('the host failed')
    const works = !cloud.faulty.has(host)
    if (works) cloud.guests.set(serverId, host)
    setImmediate(() => void cloud.signal(`${works ? 'built' : 'failed'} on ${host}`))
    return waitForSignal({ timeoutMs: 60_000 })
  },
  undo: async (_ctx, { serverId }, { cloud }) => cloud.guests.delete(serverId),
})

const check = step<Boot & { port: string }, Deps>()({
  name: 'check',
  run: async (_ctx, { serverId }, { cloud }) => {
    assert.equal(cloud.guests.get(serverId), cloud.claims.get(serverId))
  },
  nothingToUndo: 'looks only',
})

const boot = flow<Boot>('boot')
  .step(claimHost)
  .step(bindPort)
  .step(spawn)
  .step(check)
  .onDone<Deps>(async (_ctx, { serverId }, { cloud }) => void cloud.announced.push(`${serverId} active`))
  .onFailed<Deps>(
    async (_ctx, { serverId }, _error, { cloud }) => void cloud.announced.push(`${serverId} error`),
  )

const trialOf = (faulty: readonly string[] = []): FlowTrial<Boot, Deps> => ({
  flow: boot,
  input: { serverId: 's1' },
  world: async ({ signal }) => {
    const cloud = new SmallCloud(signal)
    for (const host of faulty) cloud.faulty.add(host)
    const { db, close } = await flowDatabase()
    return {
      db,
      deps: { cloud },
      assertWhole: () => {
        const host = hosts.find((name) => !faulty.includes(name))
        assert.deepEqual([...cloud.claims], [['s1', host]])
        assert.deepEqual([...cloud.ports], [['s1', host]])
        assert.deepEqual([...cloud.guests], [['s1', host]])
        assert.equal(cloud.announced.at(-1), 's1 active')
      },
      assertClean: () => {
        assert.deepEqual([...cloud.claims, ...cloud.ports, ...cloud.guests], [])
        assert.equal(cloud.announced.at(-1), 's1 error')
      },
      close,
    }
  },
})

describe('a well-made flow', () => {
  it('survives the repetition of every step', () => survivesRepeats(trialOf()))
  it('unwinds from every step', () => unwindsFromEveryStep(trialOf()))
  it('survives a crash at every moment', () => survivesCrashes(trialOf()))
  it('survives a crash at every moment when the first two hosts fail', () =>
    survivesCrashes(trialOf(['a', 'b'])))
})

/** A flow of one careless step, in a world that holds what it leaves. */
const careless = (
  run: (left: string[]) => Promise<void>,
  undo: (left: string[]) => Promise<void>,
): FlowTrial<Boot, { left: string[] }> => ({
  flow: flow<Boot>('careless').step(
    step<Boot, { left: string[] }>()({
      name: 'only',
      run: (_ctx, _input, { left }) => run(left),
      undo: (_ctx, _input, { left }) => undo(left),
    }),
  ),
  input: { serverId: 's1' },
  world: async () => {
    const left: string[] = []
    const { db, close } = await flowDatabase()
    return {
      db,
      deps: { left },
      assertWhole: () => assert.deepEqual(left, ['made']),
      assertClean: () => assert.deepEqual(left, []),
      close,
    }
  },
})

describe('the test aids', () => {
  const makeOnce = async (left: string[]) => void (left.includes('made') || left.push('made'))
  const makeTwice = async (left: string[]) => void left.push('made')
  const remove = async (left: string[]) => void left.splice(0)
  const forget = async () => {}

  it('find a step that has another effect when repeated', async () => {
    const trial = careless(makeTwice, remove)
    await assert.rejects(survivesRepeats(trial), /after every step was repeated/)
    await assert.rejects(survivesCrashes(trial), /after a crash after run of only/)
  })

  it('find an undo that leaves something behind', async () => {
    const trial = careless(makeOnce, forget)
    await assert.rejects(unwindsFromEveryStep(trial), /after failing after only/)
    await assert.rejects(survivesRepeats(trial), /after every undo was repeated/)
  })

  it('find an undo that throws when repeated', async () => {
    const removeOne = async (left: string[]) => {
      if (left.pop() === undefined) throw new Error('nothing to remove')
    }
    await assert.rejects(survivesRepeats(careless(makeOnce, removeOne)), /undo of only threw/)
  })

  it('find a flow that has no step with waitsOut', () =>
    assert.rejects(survivesOutages(careless(makeOnce, remove)), /no step of careless waits/))

  it('pass a careful flow', async () => {
    const trial = careless(makeOnce, remove)
    await survivesRepeats(trial)
    await unwindsFromEveryStep(trial)
    await survivesCrashes(trial)
  })
})
