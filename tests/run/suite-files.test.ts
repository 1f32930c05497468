import assert from 'node:assert/strict'
import { matchesGlob } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { allTestFiles, filesOf, filesOfWhole, sampleOf, suiteOf } from './suite-files.ts'
import { suites } from './suites.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the suites of nimbo test', () => {
  it('have unique names, and together include every test file', () => {
    assert.equal(new Set(suites.map(({ name }) => name)).size, suites.length)
    const all = allTestFiles(root)
    assert.ok(all.includes('tests/run/suite-files.test.ts'))
    assert.deepEqual(
      all.filter((file) => suiteOf(file) === undefined),
      [],
    )
  })

  it('have files, and share none except those run again on PostgreSQL', () => {
    const seen = new Set<string>()
    for (const suite of suites) {
      if (suite.kind === 'program') continue
      const files = filesOf(suite, root)
      assert.ok(files.length > 0, `${suite.name} has no files`)
      if (suite.kind === 'again') continue
      for (const file of files) assert.ok(!seen.has(file), `${file} is in two suites`)
      for (const file of files) seen.add(file)
    }
    assert.equal(seen.size, allTestFiles(root).length)
  })

  it('give the whole run every file, or a sample of the suite in which each pattern matches a file', () => {
    const whole = filesOfWhole(root)
    for (const suite of suites) {
      if (suite.kind === 'program') continue
      const files = filesOf(suite, root)
      const taken =
        suite.kind === 'again' ? sampleOf(suite, root) : files.filter((file) => whole.includes(file))
      assert.ok(taken.length > 0, `the whole run takes no file of ${suite.name}`)
      if (suite.sample === undefined) assert.deepEqual(taken, files)
      else assert.ok(taken.length < files.length, `the sample of ${suite.name} is all of it`)
      for (const pattern of suite.sample ?? [])
        assert.ok(
          taken.some((file) => matchesGlob(file, pattern)),
          `${pattern} of ${suite.name} matches no file`,
        )
    }
  })

  it('assign a file to the first suite with a pattern that matches it', () => {
    assert.equal(suiteOf('packages/bus/src/amqp.test.ts')?.name, 'servers')
    assert.equal(suiteOf('packages/bus/src/memory.test.ts')?.name, 'unit')
    assert.equal(suiteOf('tests/nowhere/lost.test.ts'), undefined)
  })
})
