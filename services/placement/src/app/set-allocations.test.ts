import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { systemClock, timestamp } from '@nimbo/kernel/clock'
import { isFault } from '@nimbo/kernel/errors'
import { migrations } from '../db/migrations.ts'
import type { Db } from '../db/providers.ts'
import type { PlacementTables } from '../db/tables.ts'
import { releaseAllocations, showAllocations } from './allocations.ts'
import { knownFacts } from '../db/known-facts.ts'
import type { PlacementApp } from './app.ts'
import { findAllocationCandidates } from './find-allocation-candidates.ts'
import { replaceInventories } from './inventories.ts'
import { listProviders } from './list-providers.ts'
import { createProvider } from './providers.ts'
import { setAllocations, type WantedAllocations } from './set-allocations.ts'

const host = 'host-1'
const unconditional = { requiredTraits: [], forbiddenTraits: [], memberOf: [], forbiddenAggregates: [] }
const slots = 12
const claims = 30

const makeHost = async (db: Db, total: number): Promise<void> => {
  const now = timestamp(systemClock)
  const provider = { id: host, name: host, parent_id: null, root_id: host }
  await db
    .insertInto('resource_providers')
    .values({ ...provider, generation: 0, created_at: now, updated_at: now })
    .execute()
  const units = { reserved: 0, min_unit: 1, max_unit: total, step_size: 1, allocation_ratio: 1 }
  await db
    .insertInto('inventories')
    .values({ provider_id: host, resource_class: 'VCPU', total, ...units })
    .execute()
}

const claim = (consumer: string, vcpus: number): WantedAllocations => ({
  ...{ consumer, projectId: 'project', userId: 'user', consumerType: null, generation: undefined },
  providers: vcpus === 0 ? {} : { [host]: { VCPU: vcpus } },
})

const used = async (db: Db): Promise<number> => {
  const { sum } = await db
    .selectFrom('allocations')
    .select(({ fn }) => fn.sum<number>('used').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum)
}

const outcome = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      for (const code of ['OverCapacity', 'ConsumerChanged', 'NothingAllocated'])
        if (isFault(error, code)) return code
      throw error
    },
  )

const count = (outcomes: readonly string[], word: string): number =>
  outcomes.filter((one) => one === word).length

eachDatabase((kind) => {
  const onHost = (work: (app: PlacementApp) => Promise<void>): Promise<void> =>
    withDatabase<PlacementTables>(kind, migrations, async (db) => {
      await makeHost(db, slots)
      const unnamedOwner = { projectId: 'nobody', userId: 'nobody' }
      await work({ db, clock: systemClock, facts: knownFacts(), maxCandidates: 10, unnamedOwner })
    })

  test('of many parallel claims on one host exactly as many succeed as fit, and none fails by contention', () =>
    onHost(async (app) => {
      const outcomes = await Promise.all(
        Array.from({ length: claims }, (_, index) =>
          outcome(setAllocations(app)([claim(`server-${index}`, 1)])),
        ),
      )
      assert.equal(count(outcomes, 'done'), slots)
      assert.equal(count(outcomes, 'OverCapacity'), claims - slots)
      assert.equal(await used(app.db), slots)
      const { generation } = await app.db
        .selectFrom('resource_providers')
        .select('generation')
        .executeTakeFirstOrThrow()
      assert.equal(generation, slots)
    }))

  test('parallel claims and releases of one consumer leave the allocations of exactly one of them', () =>
    onHost(async (app) => {
      const outcomes = await Promise.all(
        Array.from({ length: claims }, (_, index) =>
          outcome(
            index % 3 === 2
              ? releaseAllocations(app)('server')
              : setAllocations(app)([claim('server', (index % 3) * 2 + 1)]),
          ),
        ),
      )
      assert.ok(count(outcomes, 'done') > 0)
      const { consumer, providers } = await showAllocations(app)('server')
      const held = providers[0]?.resources.VCPU ?? 0
      assert.ok([0, 1, 3].includes(held))
      assert.equal(consumer === undefined, held === 0)
      assert.equal(await used(app.db), held)
    }))

  test('of many parallel claims for a new consumer one succeeds, and the others fail with ConsumerChanged', () =>
    onHost(async (app) => {
      const asNew = (vcpus: number) =>
        outcome(setAllocations(app)([{ ...claim('server', vcpus), generation: null }]))
      const outcomes = await Promise.all(Array.from({ length: claims }, () => asNew(2)))
      assert.equal(count(outcomes, 'done'), 1)
      assert.equal(count(outcomes, 'ConsumerChanged'), claims - 1)
      assert.equal(await asNew(0), 'ConsumerChanged')
      assert.equal(await used(app.db), 2)
    }))

  test('numbers beyond those of any inventory are refused, and fit no provider', () =>
    onHost(async (app) => {
      const beyond = 3_000_000_000
      await assert.rejects(setAllocations(app)([claim('server', beyond)]), (error) =>
        isFault(error, 'ConstraintViolated'),
      )
      await assert.rejects(replaceInventories(app)(host, beyond, {}), (error) =>
        isFault(error, 'ConcurrentUpdate'),
      )
      const group = { resources: new Map([['VCPU', beyond]]), ...unconditional }
      assert.deepEqual(await listProviders(app)({ name: undefined, uuid: undefined, group }), [])
      await createProvider(app)({ id: 'below', name: 'below', parentId: host })
      const request = {
        ...{ groups: new Map([['', group]]), groupPolicy: undefined, sameSubtrees: [] },
        root: { requiredTraits: [], forbiddenTraits: [] },
      }
      const { requests } = await findAllocationCandidates(app)(request, { limit: 10, knowsTrees: true })
      assert.deepEqual(requests, [])
    }))

  test('an empty claim of an unknown consumer does not create it', () =>
    onHost(async (app) => {
      await setAllocations(app)([claim('server', 0)])
      assert.equal((await showAllocations(app)('server')).consumer, undefined)
    }))
})
