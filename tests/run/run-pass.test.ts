import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { PassResult } from './run-pass.ts'

const program = fileURLToPath(new URL('./pass.testing.ts', import.meta.url))

const folder = 'packages/kernel/src'

/** Runs these test files in one process; returns the result, and the output before it. */
const runTogether = async (texts: Readonly<Record<string, string>>): Promise<[PassResult, string]> => {
  await using directory = await temporaryDirectory()
  await mkdir(join(directory.path, folder), { recursive: true })
  for (const [name, text] of Object.entries(texts))
    await writeFile(join(directory.path, folder, name), `import { test } from 'node:test'\n${text}`)
  // Node's test runner sets this for its children, in which another runner would run no tests.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const files = Object.keys(texts).map((name) => `${folder}/${name}`)
  const words = ['--disable-warning=ExperimentalWarning', program, directory.path, ...files]
  const { stdout } = await promisify(execFile)(process.execPath, words, { env, timeout: 120_000 })
  const end = stdout.trimEnd().lastIndexOf('\n')
  return [JSON.parse(stdout.slice(end)), stdout.slice(0, end)]
}

const told = ({ times }: PassResult): readonly string[] =>
  times
    .map(
      ({ file, tests, passed }) =>
        `${file.slice(folder.length + 1)} ${tests} ${passed ? 'passed' : 'failed'}`,
    )
    .sort()

test('each file that shares a process has its own hooks and its own result', async () => {
  const [result, said] = await runTogether({
    'a.test.ts': `import { beforeEach, describe } from 'node:test'
      beforeEach(() => { throw new Error('of a alone') })
      describe('all', () => { test('fails', () => {}) })`,
    'b.test.ts': "test('one', () => {})\ntest('two', (t) => t.test('within', () => {}))",
    'c.test.ts': 'not a program',
  })
  assert.equal(result.code, 1, said)
  assert.deepEqual(told(result), ['a.test.ts 1 failed', 'b.test.ts 3 passed', 'c.test.ts 0 failed'])
})

test('a file that changes globals or the environment of its process fails', async () => {
  const [{ code }, said] = await runTogether({
    'a.test.ts': "test('sets', () => { process.env.LEFT = 'here'; globalThis.left = 1 })",
    'b.test.ts': "test('is next', () => {})",
  })
  assert.equal(code, 1, said)
  assert.match(said, /a\.test\.ts leaves the process as it was/)
  assert.match(said, /it changed globalThis\.left, process\.env\.LEFT$/m)
})

test('a file that does not give back a database fails', async () => {
  const counting = import.meta.resolve('@nimbo/testing/lent-databases')
  const [{ code }, said] = await runTogether({
    'a.test.ts': `import { countLent } from '${counting}'\ntest('keeps one', () => { countLent() })`,
    'b.test.ts': `import { countLent } from '${counting}'\ntest('gives it back', () => { countLent()() })`,
  })
  assert.equal(code, 1, said)
  assert.match(said, /it changed the number of databases lent to tests$/m)
})

test('files that did not run because their process ended early count as failed', async () => {
  const [result, said] = await runTogether({
    'a.test.ts': "test('ends everything', () => process.exit(0))",
    'b.test.ts': "test('is never run', () => {})",
  })
  assert.equal(result.code, 1, said)
  assert.deepEqual(told(result), ['a.test.ts 0 failed', 'b.test.ts 0 failed'])
})
