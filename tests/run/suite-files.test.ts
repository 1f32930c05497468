import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { allTestFiles, filesOf, suiteOf } from './suite-files.ts'
import { suites } from './suites.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the suites of nimbo test', () => {
  it('have a name each, and a place for every test file', () => {
    assert.equal(new Set(suites.map(({ name }) => name)).size, suites.length)
    const all = allTestFiles(root)
    assert.ok(all.includes('tests/run/suite-files.test.ts'))
    assert.deepEqual(
      all.filter((file) => suiteOf(file) === undefined),
      [],
    )
  })

  it('name files that are there, and share none but what is told again', () => {
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

  it('take a file for the first suite that names it', () => {
    assert.equal(suiteOf('packages/bus/src/amqp.test.ts')?.name, 'servers')
    assert.equal(suiteOf('packages/bus/src/memory.test.ts')?.name, 'unit')
    assert.equal(suiteOf('tests/nowhere/lost.test.ts'), undefined)
  })
})
