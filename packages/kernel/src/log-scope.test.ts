import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inLogScope, logScope, outsideLogScope } from './log-scope.ts'

test('concurrent work has a log scope of its own, and there is none outside of it', async () => {
  const seen = async (request_id: string) =>
    inLogScope({ request_id }, async () => {
      await pause(1)
      return [logScope()?.request_id, outsideLogScope(() => logScope())]
    })
  assert.deepEqual(await Promise.all([seen('req-1'), seen('req-2')]), [
    ['req-1', undefined],
    ['req-2', undefined],
  ])
  assert.equal(logScope(), undefined)
})
