import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flow } from './flow.ts'
import { waitForSignal } from './park.ts'
import { step } from './step.ts'

interface Boot {
  serverId: string
}

const claimHost = step<Boot & { avoid?: readonly string[] }, { placement: { claim(): string } }>()({
  name: 'claim-host',
  run: async (_ctx, { serverId, avoid = [] }, { placement }) => ({
    host: `${serverId}-${avoid.length}-${placement.claim()}`,
    tried: avoid,
  }),
  undo: async (_ctx, { host }) => void host?.length,
  again: (_error, { host, tried = [] }) => (host === undefined ? undefined : { avoid: [...tried, host] }),
})

const spawn = step<Boot & { host: string }>()({
  name: 'spawn',
  run: async (_ctx, { host }, _deps, { signal }) =>
    signal === undefined ? waitForSignal({ timeoutMs: 1000 }) : { spawnedOn: host },
  nothingToUndo: 'the host removes what it built when the claim is given back',
})

const announce = step<{ spawnedOn: string }>()({
  name: 'announce',
  run: async (_ctx, { spawnedOn }) => {
    assert.ok(spawnedOn)
  },
  nothingToUndo: 'an announcement cannot be taken back',
})

describe('flow', () => {
  it('keeps the order of its steps and binds them to their dependencies', () => {
    const boot = flow<Boot>('boot-server', { deadlineMs: 5 })
      .step(claimHost)
      .step(spawn)
      .step(announce)
      .onDone<{ tell: (host: string) => void }>(async (_ctx, { host, spawnedOn }, { tell }) =>
        tell(host + spawnedOn),
      )
      .onFailed(async (_ctx, { serverId }, error) => `${serverId} ${error.code}`)
    const deps = { placement: { claim: () => 'a' }, tell: () => {} }
    const bound = boot.with(deps)
    assert.deepEqual(
      bound.steps.map(({ name }) => name),
      ['claim-host', 'spawn', 'announce'],
    )
    assert.equal(bound.deps, deps)
    assert.equal(boot.deadlineMs, 5)
    // @ts-expect-error a dependency of a step is missing
    boot.with({ placement: { claim: () => 'a' } })
  })

  it('does not compile when a step comes before the one whose output it needs', () => {
    // @ts-expect-error nothing has yielded a host yet
    flow<Boot>('wrong-order').step(spawn)
  })

  it('does not compile when a step has neither an undo nor the reason for none', () => {
    // @ts-expect-error neither undo nor nothingToUndo
    step<Boot>()({ name: 'careless', run: async () => ({}) })
  })

  it('refuses two steps of one name, which the row could not tell apart', () => {
    assert.throws(() => flow<Boot>('twice').step(claimHost).step(claimHost), /two steps named claim-host/)
  })
})
