import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { databaseErrors } from '@nimbo/db/database-faults'
import { manualClock } from '@nimbo/durable/manual-clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'
import { askingCells, unlessDown } from './ask-cell.ts'

const cell = async () => ({}) as Kysely<CellTables>

describe('asking a cell', () => {
  it('times out if the cell does not answer, and then fails at once for five seconds', async () => {
    const clock = manualClock()
    const ask = askingCells({ cell, clock, timeoutMs: 1_000 })
    const silent = ask('a', () => new Promise<string>(() => {}))
    await new Promise(setImmediate)
    clock.advance(1_000)
    await assert.rejects(silent, { code: 'CellDown' })
    await assert.rejects(
      ask('a', async () => 'not asked'),
      { code: 'CellDown' },
    )
    assert.equal(await ask('b', async () => 'another cell'), 'another cell')
    clock.advance(5_000)
    assert.equal(await ask('a', async () => 'there again'), 'there again')
  })

  it('reports an unavailable database as CellDown, and passes other errors on', async () => {
    const ask = askingCells({ cell, clock: manualClock(), timeoutMs: 1_000 })
    const refusing = ask('a', async () => {
      throw databaseErrors.DatabaseUnavailable({ reason: 'connect ECONNREFUSED' })
    })
    assert.equal(await unlessDown(refusing), undefined)
    const defective = ask('a', async () => {
      throw new TypeError('no such column')
    })
    await assert.rejects(unlessDown(defective), TypeError)
    assert.equal(await ask('a', async () => 'asked at once'), 'asked at once')
  })
})
