import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachEngineTrial, gated, type Input } from './engine-trial.testing.ts'
import { flow } from './flow.ts'

const trial = eachEngineTrial()

describe('leases', () => {
  it('stop aborts the running step and releases the flow; the next engine repeats the step', async () => {
    const { notes, started, insert, recorded, noting } = trial()
    const { run, entered } = gated()
    let first = true
    const kind = flow<Input>('stopped').step(
      noting('a', async (control) => {
        if (!first) return {}
        first = false
        void run(control)
        return new Promise((_resolve, reject) =>
          control.aborted.addEventListener('abort', () => reject(new Error('broken off'))),
        )
      }),
    )
    const engine = await started({ flows: [kind.with({})], owner: 'one' })
    const id = await insert(kind)
    engine.wake(id)
    await entered
    await engine.stop()
    const { state, leaseOwner } = await recorded(id)
    assert.deepEqual([state, leaseOwner], ['running', null])
    const next = await started({ flows: [kind.with({})], owner: 'two' })
    await next.idle()
    assert.deepEqual(notes, ['a', 'a'])
    assert.equal((await recorded(id)).state, 'done')
  })

  it('stop lets a step finish, saves its output, and begins no other', async () => {
    const { notes, started, insert, recorded, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('finishing').step(noting('a', run)).step(noting('b'))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await entered
    const stopped = engine.stop()
    gate.resolve({ made: 1 })
    await stopped
    const { position, outputs } = await recorded(id)
    assert.deepEqual([position, outputs, notes], [1, { a: { made: 1 } }, ['a']])
  })

  it('a flow keeps its wakeAt while an engine runs it; once released, it is due from that time', async () => {
    const { clock, started, insert, recorded, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('long')
      .step(
        noting('a', async () => {
          clock.advance(1_000)
          return { made: 1 }
        }),
      )
      .step(noting('b', run))
      .step(noting('c'))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    const insertedAt = clock.now()
    engine.wake(id)
    await entered
    const between = await recorded(id)
    assert.deepEqual([between.position, between.wakeAt], [1, insertedAt])
    clock.advance(1_000)
    const stopped = engine.stop()
    gate.resolve({ made: 2 })
    await stopped
    const { position, leaseOwner, wakeAt } = await recorded(id)
    assert.deepEqual([position, leaseOwner, wakeAt], [2, null, insertedAt + 2_000])
  })

  it('stop waits at most stopMs for a step that neither aborts nor finishes', async () => {
    const { clock, started, insert, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('stubborn').step(noting('a', run))
    const engine = await started({ flows: [kind.with({})], stopMs: 500 })
    engine.wake(await insert(kind))
    await entered
    const stopped = engine.stop()
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(500)
    await stopped
    gate.resolve({})
    await engine.idle()
  })

  it('of another process are respected until they expire', async () => {
    const { db, clock, notes, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('crashed').step(noting('a'))
    const id = await insert(kind)
    const lease = { lease_owner: 'gone/1', lease_expires_at: new Date(clock.now() + 30_000).toISOString() }
    await db.updateTable('flows').set(lease).execute()
    const engine = await started({ flows: [kind.with({})] })
    await engine.idle()
    assert.deepEqual(notes, [])
    clock.advance(30_000)
    await engine.idle()
    assert.equal((await recorded(id)).state, 'done')
  })

  it('of an earlier run of the same process are taken over at once', async () => {
    const { db, clock, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('restarted').step(noting('a'))
    const id = await insert(kind)
    const lease = { lease_owner: 'test/1', lease_expires_at: new Date(clock.now() + 30_000).toISOString() }
    await db.updateTable('flows').set(lease).execute()
    const engine = await started({ flows: [kind.with({})] })
    await engine.idle()
    assert.equal((await recorded(id)).state, 'done')
  })

  it('are renewed while a step runs, however long it takes', async () => {
    const { clock, notes, started, insert, recorded, rowOf, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('long').step(noting('a', run))
    const engine = await started({ flows: [kind.with({})], owner: 'one', leaseMs: 3_000 })
    const other = await started({ flows: [kind.with({})], owner: 'two', leaseMs: 3_000, pollMs: 1_000 })
    const id = await insert(kind)
    engine.wake(id)
    await entered
    for (let i = 0; i < 10; i++) {
      clock.advance(1_000)
      const prolonged = new Date(clock.now() + 3_000).toISOString()
      while ((await rowOf(id)).lease_expires_at !== prolonged)
        await new Promise((resolve) => setImmediate(resolve))
      await other.idle()
    }
    gate.resolve({})
    await engine.idle()
    assert.deepEqual(notes, ['a'])
    assert.equal((await recorded(id)).state, 'done')
  })

  it('of a flow whose run failed expires, although the engine renews those of the flows that it runs', async () => {
    const { db, clock, notes, started, insert, recorded, rowOf, noting } = trial()
    const { run, entered, let: gate } = gated()
    const long = flow<Input>('long').step(noting('long', run))
    const broken = flow<Input>('broken').step(noting('broken'))
    const id = await insert(broken)
    const { context } = await rowOf(id)
    await db.updateTable('flows').set({ context: 'unreadable' }).execute()
    const engine = await started({ flows: [long.with({}), broken.with({})], leaseMs: 3_000 })
    await engine.idle()
    await db.updateTable('flows').set({ context }).execute()
    const other = await insert(long)
    engine.wake(other)
    await entered
    for (let i = 0; i < 3; i++) {
      clock.advance(1_000)
      const prolonged = new Date(clock.now() + 3_000).toISOString()
      while ((await rowOf(other)).lease_expires_at !== prolonged)
        await new Promise((resolve) => setImmediate(resolve))
      // Lets the engine see that it has renewed the lease, and plan the next time.
      await rowOf(other)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { lease_expires_at } = await rowOf(id)
    gate.resolve({})
    await engine.idle()
    assert.equal(lease_expires_at, new Date(clock.now()).toISOString())
    assert.deepEqual(notes, ['long', 'broken'])
    assert.equal((await recorded(id)).state, 'done')
  })

  it('once lost, abort the running step and keep its engine from saving progress', async () => {
    const { db, clock, started, insert, recorded, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('lost').step(noting('a', run))
    const engine = await started({ flows: [kind.with({})], leaseMs: 3_000 })
    const id = await insert(kind)
    engine.wake(id)
    const { aborted } = await entered
    const expiry = new Date(clock.now() + 60_000).toISOString()
    await db.updateTable('flows').set({ lease_owner: 'thief/1', lease_expires_at: expiry }).execute()
    const told = new Promise((resolve) => aborted.addEventListener('abort', resolve))
    clock.advance(1_000)
    await told
    gate.resolve({ by: 'the loser' })
    await engine.idle()
    const { position, outputs, leaseOwner } = await recorded(id)
    assert.deepEqual([position, outputs, leaseOwner], [0, {}, 'thief/1'])
  })
})
