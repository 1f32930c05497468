import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { testDatabase } from '@nimbo/testing/test-database'
import type { Db } from '../db/db.ts'
import { migrations } from '../db/migrations.ts'
import { findResource, insertResource, removeResource, resourcesOf } from '../db/resources.ts'
import { changeStack, findStack } from '../db/stacks.ts'
import type { HeatTables } from '../db/tables.ts'
import { readTemplate } from '../db/templates.ts'
import { propertiesOf } from './handling.ts'
import { carryChild } from './make-resource.ts'
import { openWalk } from './open-walk.ts'
import {
  clock,
  ctx,
  depsOn,
  insertGroup,
  interruptedAfter,
  member,
  rowOf,
  sealing,
  signal,
  sizeIn,
} from './scaled-group.testing.ts'
import { settle } from './settle-resource.ts'
import { typeOfRow } from './walk.ts'

const otherMember = { ...member, properties: { value: 'other' } }

/** Changes the definition of the group's members, as the engine does in an update of the stack. */
const update = async (db: Db): Promise<void> => {
  const stack = await findStack(db, 'web')
  assert.ok(stack)
  const walk = await openWalk(depsOn(db), ctx, stack)
  const row = walk.rows.get('group')
  assert.ok(row)
  const begun = await settle(walk, row, { action: 'UPDATE', status: 'IN_PROGRESS' })
  const properties = { ...propertiesOf(walk, row), resource: otherMember }
  assert.equal(await carryChild(walk, typeOfRow(walk, row), begun, properties, 'UPDATE'), 'done')
}

const definitionsIn = async (db: Db): Promise<Readonly<Record<string, { type: string }>>> => {
  const members = await findStack(db, 'members')
  const { template } = await readTemplate(db, sealing, members?.template_id ?? '')
  return template.resources as Readonly<Record<string, { type: string }>>
}

/** Completes an update of the nested stack in progress: its resources become those of its template. */
const completeMembers = async (db: Db): Promise<void> => {
  const members = await findStack(db, 'members')
  if (members?.status !== 'IN_PROGRESS') return
  const wanted = await definitionsIn(db)
  const standing = await resourcesOf(db, 'members')
  for (const { id, name } of standing) if (!(name in wanted)) await removeResource(db, id)
  for (const [name, { type }] of Object.entries(wanted))
    if (!standing.some((one) => one.name === name)) await insertResource(db, rowOf('members', name, type, {}))
  await changeStack(db, members, { status: 'COMPLETE' })
}

/** Does some work; the nested stack is completed meanwhile and afterwards. */
const withMembers = async (db: Db, work: Promise<void>): Promise<void> => {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const failure = ended.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  while (!isDone) {
    await setImmediate()
    await completeMembers(db)
    clock.advanceToNext()
  }
  const failed = await failure
  if (failed) throw failed.error
  await completeMembers(db)
}

type Work = (db: Db) => Promise<void>

const scaleUp: Work = (db) => signal(db, 'up')

/** Interrupts work after a number of SQL statements by other work. False if it had ended by then. */
const interrupted = async (statements: number, work: Work, interrupt: Work): Promise<boolean> => {
  const { db, close } = await testDatabase<HeatTables>(migrations)
  try {
    await insertGroup(db, 0)
    let amid: number | undefined
    const meanwhile = async (): Promise<void> => {
      await interrupt(db)
      amid = await sizeIn(db)
    }
    await withMembers(db, work(interruptedAfter(db, statements, meanwhile)))
    if (amid === undefined) return false
    const when = `after ${statements} statements`
    const [size, definitions] = [await sizeIn(db), Object.values(await definitionsIn(db))]
    assert.ok(size >= amid, `${amid} became ${size} ${when}`)
    assert.deepEqual(definitions, Array(size).fill(otherMember), when)
    assert.equal((await findResource(db, 'group'))?.status, 'COMPLETE', when)
    return true
  } finally {
    await close()
  }
}

test('a signal that comes at any time during the update of a scaling group still makes it grow', async () => {
  let statements = 0
  while (await interrupted(statements, update, scaleUp)) statements += 1
  assert.ok(statements > 10, 'no signal interrupted the update')
})

test('an update that comes at any time while a scaling group is signalled changes all its members', async () => {
  let statements = 0
  while (await interrupted(statements, scaleUp, update)) statements += 1
  assert.ok(statements > 10, 'no update interrupted the signal')
})
