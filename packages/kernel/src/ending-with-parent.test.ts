import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { endingWithParent } from './ending-with-parent.ts'

const run = promisify(execFile)

test('endingWithParent runs a program as a child of this process, and not as a child of another', async () => {
  const [program, args] = endingWithParent('TERM', 'echo', ['begun', 'with all words'])
  const { stdout } = await run(program, args)
  assert.equal(stdout, 'begun with all words\n')
  const byAnother = await run('sh', ['-c', '"$@"; echo ended', 'sh', program, ...args])
  assert.equal(byAnother.stdout, 'ended\n')
})
