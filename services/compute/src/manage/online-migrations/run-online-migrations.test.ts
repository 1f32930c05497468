import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { onlineDataMigrations } from '../commands/databases/online-data-migrations.ts'
import type { OnlineMigration } from './online-migration.ts'

/** A migration with so many rows left. */
const withRows = (name: string, rows: number): OnlineMigration => {
  let left = rows
  return {
    name,
    run: async (_, most) => {
      const done = Math.min(left, most)
      left -= done
      return { found: done, done }
    },
  }
}

const broken: OnlineMigration = { name: 'broken', run: () => Promise.reject(new Error('no such table')) }

const refuse = () => Promise.reject(new Error('no migration of this test does that'))

/** Runs the command for these migrations. */
const run = async (migrations: readonly OnlineMigration[], maxCount?: string) => {
  let said = ''
  const options = { text: () => maxCount, texts: () => [], flag: () => false, words: [] }
  const managed = {
    ...{ databaseAddress: () => '', directory: refuse, stateDir: undefined, usualStateDir: '' },
    databases: () => ({ openDatabase: refuse, clock: systemClock, log: silentLog }),
    read: () => assert.fail('no migration of this test reads options'),
    ...{ asOperator: refuse, asService: refuse },
  }
  const code = await onlineDataMigrations(migrations).run(options, managed, (text) => {
    said += text
  })
  return { code, said }
}

describe('nimbo manage db online_data_migrations', () => {
  it('migrates in batches until nothing is left, and exits with 0', async () => {
    const { code, said } = await run([withRows('names', 120), withRows('sizes', 3)])
    assert.equal(code, 0)
    assert.match(said, /^50 rows matched query names, 50 migrated$/m)
    assert.match(said, /\| names +\| 120 +\| 120 +\|\n\| sizes +\| 3 +\| 3 +\|/)
  })

  it('exits with 1 after --max-count rows, and with 0 once a run finds none', async () => {
    const migrations = [withRows('names', 3), withRows('sizes', 3)]
    const first = await run(migrations, '4')
    assert.equal(first.code, 1)
    assert.match(first.said, /\| names +\| 3 +\| 3 +\|\n\| sizes +\| 1 +\| 1 +\|/)
    assert.equal((await run(migrations, '4')).code, 1)
    assert.equal((await run(migrations, '4')).code, 0)
  })

  it('exits with 2 when migrations fail and no other makes progress', async () => {
    const { code, said } = await run([broken, withRows('names', 10)])
    assert.equal(code, 2)
    assert.match(said, /^Error attempting to run broken: no such table$/m)
    assert.match(said, /\| names +\| 10 +\| 10 +\|/)
    assert.equal((await run([broken, withRows('names', 10)], '5')).code, 1)
  })
})
