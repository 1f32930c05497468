import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import { requireProject } from './require-project.ts'

const ask = (projectExists: () => Promise<boolean>) =>
  requireProject({ clients: { projects: { projectExists } }, log: silentLog })(internalContext(), 'blue')

test('a project that identity knows is accepted, and one that it does not know is refused', async () => {
  await ask(async () => true)
  await assert.rejects(
    ask(async () => false),
    /Project ID blue is not a valid project\.$/,
  )
})

test('when identity does not answer, a project counts as known', async () => {
  await ask(() => Promise.reject(new Error('away')))
})
