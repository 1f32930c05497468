import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { type Clock, systemClock, timestamp } from '@nimbo/kernel/clock'
import { migrations } from '../db/migrations.ts'
import type { PlacementTables } from '../db/tables.ts'
import { knownFacts } from '../db/known-facts.ts'
import type { PlacementApp } from './app.ts'
import { replaceInventories, showInventories } from './inventories.ts'
import { setAllocations } from './set-allocations.ts'

const hosts = Array.from({ length: 24 }, (_, index) => `host-${index}`)
/** Every third host is claimed on meanwhile; the others replace their inventories. */
const [built, told] = [hosts.filter((_, index) => index % 3 === 0), hosts.filter((_, index) => index % 3 > 0)]
const rounds = 4

const unit = { total: 8, reserved: 0, min_unit: 1, max_unit: 8, step_size: 1, allocation_ratio: 1 }

const makeHosts = async ({ db, clock }: PlacementApp): Promise<void> => {
  const now = timestamp(clock)
  const made = { parent_id: null, generation: 0, created_at: now, updated_at: now }
  const providers = hosts.map((id) => ({ id, name: id, root_id: id, ...made }))
  await db.insertInto('resource_providers').values(providers).execute()
  const inventories = hosts.map((provider_id) => ({ provider_id, resource_class: 'VCPU', ...unit }))
  await db.insertInto('inventories').values(inventories).execute()
}

const claimOn = (app: PlacementApp, host: string, round: number): Promise<void> =>
  setAllocations(app)([
    {
      ...{ consumer: `server-${round}-on-${host}`, projectId: 'project', userId: 'user' },
      ...{ consumerType: null, generation: undefined, providers: { [host]: { VCPU: 1 } } },
    },
  ])

/** A clock that is read once per write of an inventory, so it also counts writes that had to be repeated. */
const countingClock = (): { readonly clock: Clock; readonly asked: () => number } => {
  let asked = 0
  const now = (): number => {
    asked += 1
    return systemClock.now()
  }
  return { clock: { ...systemClock, now }, asked: () => asked }
}

eachDatabase((kind) => {
  test('many hosts that replace their inventories amid claims on other hosts never have to repeat it', () =>
    withDatabase<PlacementTables>(kind, migrations, async (db) => {
      const unnamedOwner = { projectId: 'nobody', userId: 'nobody' }
      const app: PlacementApp = {
        db,
        clock: systemClock,
        facts: knownFacts(),
        maxCandidates: 10,
        unnamedOwner,
      }
      await makeHosts(app)
      const { clock, asked } = countingClock()
      const tell = replaceInventories({ ...app, clock })
      for (let round = 0; round < rounds; round += 1)
        await Promise.all([
          ...told.map((host) => tell(host, round, { VCPU: { ...unit, total: 9 + round }, DISK_GB: unit })),
          ...built.map((host) => claimOn(app, host, round)),
        ])

      assert.equal(asked(), told.length * rounds)
      for (const host of told) {
        const { provider, inventories } = await showInventories(app)(host)
        assert.equal(provider.generation, rounds)
        const totals = inventories.map(({ resource_class, total }) => [resource_class, total])
        assert.deepEqual(Object.fromEntries(totals), { VCPU: 8 + rounds, DISK_GB: 8 })
      }
      const { count } = await db
        .selectFrom('allocations')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      assert.equal(Number(count), built.length * rounds)
    }))
})
