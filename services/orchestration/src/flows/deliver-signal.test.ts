import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@nimbo/testing/test-database'
import { migrations } from '../db/migrations.ts'
import { findStack } from '../db/stacks.ts'
import type { HeatTables } from '../db/tables.ts'
import { readTemplate } from '../db/templates.ts'
import { insertGroup, interruptedAfter, sealing, signal, sizeIn } from './scaled-group.testing.ts'

interface Sizes {
  /** After the second signal, which came amid the first; undefined if the first was over by then. */
  readonly amid: number | undefined
  /** After both. */
  readonly said: number
  /** What the nested stack was updated to. */
  readonly asked: number
}

/** The sizes of the group when a second signal comes after this many statements of the first. */
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
  test(`a group with a cooldown of ${cooldown} grows, whenever a second signal comes amid the first`, async () => {
    for (let statements = 0; ; statements += 1) {
      const { amid, said, asked } = await sizesAfter(statements, cooldown)
      if (amid === undefined) {
        assert.ok(statements > 10, 'the second signal came amid the first')
        return
      }
      const when = `after ${statements} statements`
      assert.equal(asked, said, when)
      assert.ok(said >= Math.max(amid, 2) && said <= most, `${amid} became ${said} ${when}`)
    }
  })
