import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { Deps, Inside, Transact } from '../app/deps.ts'
import { whileRevision } from './while-revision.ts'

test('a change with If-Match is refused if the resource has changed before its transaction, of either kind', async () => {
  const transact: Transact = (_, work) => work({} as Inside)
  const deps = { transaction: transact, allOrNone: transact } as Deps
  for (const kind of ['transaction', 'allOrNone'] as const) {
    const app = whileRevision(deps, 'revision_number=1', async () => ({ revision_number: 2 }))
    await assert.rejects(
      app[kind](internalContext(), async () => 'changed'),
      (error) => isFault(error, 'RevisionNumberConstraintFailed'),
    )
    assert.equal(await app[kind](internalContext(), async () => 'later'), 'later')
  }
})
