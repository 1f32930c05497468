import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@nimbo/testing/test-database'
import { migrations } from '../db/migrations.ts'
import { findStack } from '../db/stacks.ts'
import type { HeatTables } from '../db/tables.ts'
import { readTemplate } from '../db/templates.ts'
import { insertGroup, interruptedAfter, sealing, signal, sizeIn } from './scaled-group.testing.ts'

interface Sizes {
  /** After the second signal, which interrupted the first; undefined if the first had ended by then. */
  readonly amid: number | undefined
  /** After both signals, as the group's row has it. */
  readonly said: number
  /** How many members the nested stack's template has in the end. */
  readonly asked: number
}

/** The sizes of the group if a second signal interrupts the first after this many SQL statements. */
const sizesAfter = async (statements: number, cooldown: number): Promise<Sizes> => {
  const { db, close } = await testDatabase<HeatTables>(migrations)
  try {
    await insertGroup(db, cooldown)
    let amid: number | undefined
    const second = async (): Promise<void> => {
      await signal(db, 'also-up')
      amid = await sizeIn(db)
    }
    await signal(interruptedAfter(db, statements, second), 'up')
    const members = await findStack(db, 'members')
    const { template } = await readTemplate(db, sealing, members?.template_id ?? '')
    return { amid, said: await sizeIn(db), asked: Object.keys(Object(template.resources)).length }
  } finally {
    await close()
  }
}

for (const [cooldown, most] of [
  [60, 2],
  [0, 3],
] as const)
  test(`a group with a cooldown of ${cooldown} grows to ${most} at most, whenever a second signal interrupts the first`, async () => {
    for (let statements = 0; ; statements += 1) {
      const { amid, said, asked } = await sizesAfter(statements, cooldown)
      if (amid === undefined) {
        assert.ok(statements > 10, 'the second signal never interrupted the first')
        return
      }
      const when = `after ${statements} statements`
      assert.equal(asked, said, when)
      assert.ok(said >= Math.max(amid, 2) && said <= most, `${amid} became ${said} ${when}`)
    }
  })
