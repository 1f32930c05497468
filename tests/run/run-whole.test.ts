import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { missingServers } from '@nimbo/testing/missing-servers'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { PartResult } from './run-suite.ts'
import { suites } from './suites.ts'

const program = fileURLToPath(new URL('./whole.testing.ts', import.meta.url))

/** Files with this import are run again on PostgreSQL. */
const importsServer = `import { storyServer } from '@nimbo/testing/test-server'`

/** A test file that passes on this database only. */
const testOn = (database: string): string =>
  `${importsServer}
   import assert from 'node:assert/strict'
   import { test } from 'node:test'
   test('runs on ${database}', () => assert.equal(process.env.NIMBO_TEST_DATABASE ?? 'sqlite', '${database}'))`

const programs = suites.filter((suite) => suite.kind === 'program')
const told = programs.map(({ name }) => name)

/** A test file that passes only where the run says that it runs everything. */
const testInWhole = `import assert from 'node:assert/strict'
   import { test } from 'node:test'
   test('is part of a run of everything', () => assert.equal(process.env.NIMBO_TEST_WHOLE, 'true'))`

/** Replacements for the programs, which succeed only with the options of their samples. */
const takingSamples = Object.fromEntries(
  programs.map(({ path, sample }): [string, string] => [
    path,
    `const sample = ${JSON.stringify(sample)}
     process.exitCode = JSON.stringify(process.argv.slice(2)) === JSON.stringify(sample) ? 0 : 3`,
  ]),
)

/** Runs everything in a repository with these files; returns the result, and the output before it. */
const runOver = async (files: Readonly<Record<string, string>>): Promise<[PartResult, string]> => {
  await using directory = await temporaryDirectory()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory.path, path)), { recursive: true })
    await writeFile(join(directory.path, path), text)
  }
  // Node's test runner sets the first for its children, in which another runner would run no tests.
  const { NODE_TEST_CONTEXT: _, NIMBO_TEST_DATABASE: __, NIMBO_TEST_WHOLE: ___, ...env } = process.env
  const words = ['--disable-warning=ExperimentalWarning', program, directory.path]
  const { stdout } = await promisify(execFile)(process.execPath, words, { env, timeout: 120_000 })
  const end = stdout.trimEnd().lastIndexOf('\n')
  return [JSON.parse(stdout.slice(end)), stdout.slice(0, end)]
}

test('the whole run covers every file once, then the PostgreSQL sample and the sample of each program', {
  skip: missingServers,
}, async () => {
  const [{ code, spent }, said] = await runOver({
    'packages/kernel/src/a.test.ts': testOn('sqlite'),
    'services/volume/test/one-by-one.test.ts': `${importsServer}
     import { test } from 'node:test'
     test('runs on both', () => {})`,
    'services/volume/test/b.test.ts': testOn('sqlite'),
    'tests/journeys/d.test.ts': testInWhole,
    'services/volume/test/c.test.ts': "import { test } from 'node:test'\ntest('uses no database', () => {})",
    ...takingSamples,
  })
  assert.equal(code, 0, said)
  assert.deepEqual(
    spent.map(({ suite, files }) => [suite, ...files.map(({ file, tests }) => `${file} ${tests}`)]),
    [
      ['unit', 'packages/kernel/src/a.test.ts 1'],
      ['stories', ...['b', 'c', 'one-by-one'].map((name) => `services/volume/test/${name}.test.ts 1`)],
      ['journeys', 'tests/journeys/d.test.ts 1'],
      ['postgresql', 'services/volume/test/one-by-one.test.ts 1'],
      ...told.map((name) => [name]),
    ],
  )
  assert.deepEqual(said.match(/^ℹ (?:tests|fail) \d+$/gm), ['ℹ tests 8', 'ℹ fail 0', 'ℹ tests 1', 'ℹ fail 0'])
})

/** A test file that fails at its first run only, which it recognises by a file that it leaves. */
const failingAtFirst = `import assert from 'node:assert/strict'
   import { existsSync, writeFileSync } from 'node:fs'
   import { test } from 'node:test'
   test('fails once', () => {
     const mark = new URL('./mark', import.meta.url)
     const isFirst = !existsSync(mark)
     writeFileSync(mark, '')
     assert.ok(!isFirst)
   })`

test('a failed file is run once more, and reported as unsteady if it passes then', {
  skip: missingServers,
}, async () => {
  const steady = {
    'services/volume/test/b.test.ts': "import { test } from 'node:test'\ntest('passes', () => {})",
  }
  const [{ code }, said] = await runOver({
    ...{ ...steady, ...takingSamples },
    'packages/kernel/src/a.test.ts': failingAtFirst,
  })
  assert.equal(code, 0, said)
  assert.match(said, /^Unsteady: packages\/kernel\/src\/a\.test\.ts failed beside others and passed alone$/m)
  assert.doesNotMatch(said, /Unsteady: services/)
})

test('the whole run continues after a failed part, and fails in the end', {
  skip: missingServers,
}, async () => {
  const [{ code, spent }] = await runOver({
    'services/volume/test/one-by-one.test.ts': testOn('sqlite'),
    ...takingSamples,
  })
  assert.equal(code, 1)
  assert.deepEqual(
    spent.map(({ suite }) => suite),
    ['stories', 'postgresql', ...told],
  )
})
