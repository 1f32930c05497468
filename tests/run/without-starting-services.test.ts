import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { withoutStartingServices } from './without-starting-services.ts'

const answerOf = (policy: string): Promise<number> =>
  promisify(execFile)(policy).then(
    () => 0,
    ({ code }: { readonly code: number }) => code,
  )

test('services may not start while packages are installed, and the policy file is removed even on failure', async () => {
  await using directory = await temporaryDirectory()
  const policy = join(directory.path, 'policy-rc.d')
  let answer = 0
  await withoutStartingServices(async () => {
    answer = await answerOf(policy)
  }, policy)
  assert.equal(answer, 101)
  assert.deepEqual(await readdir(directory.path), [])

  const failing = withoutStartingServices(() => Promise.reject(new Error('no such package')), policy)
  await assert.rejects(failing, /no such package/)
  assert.deepEqual(await readdir(directory.path), [])
})

test("the machine's own policy file is kept and obeyed", async () => {
  await using directory = await temporaryDirectory()
  const policy = join(directory.path, 'policy-rc.d')
  await writeFile(policy, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  let answer = 101
  await withoutStartingServices(async () => {
    answer = await answerOf(policy)
  }, policy)
  assert.equal(answer, 0)
  assert.deepEqual(await readdir(directory.path), ['policy-rc.d'])
})
