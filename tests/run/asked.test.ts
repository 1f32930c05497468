import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readWords } from './asked.ts'

const read = (...words: readonly string[]) => readWords(words, '/clone', '/clone/services')

describe('the arguments of nimbo test', () => {
  it('select the whole run when there are none', () => assert.deepEqual(read(), { kind: 'whole' }))

  it('name files relative to the working directory', () => {
    assert.deepEqual(read('image/test/a.test.ts', '/clone/tests/b.test.ts', '../tools/c.test.ts'), {
      kind: 'files',
      files: ['services/image/test/a.test.ts', 'tests/b.test.ts', 'tools/c.test.ts'],
      watch: false,
    })
  })

  it('allow --watch with files only', () => {
    assert.deepEqual(read('--watch', 'a.test.ts'), {
      kind: 'files',
      files: ['services/a.test.ts'],
      watch: true,
    })
    assert.equal(read('--watch').kind, 'wrong')
    assert.equal(read('unit', '--watch').kind, 'wrong')
  })

  it('name a suite and some of its files, or a program and its options', () => {
    const suite = read('postgresql', 'image/test/a.test.ts')
    assert.ok(suite.kind === 'suite')
    assert.deepEqual([suite.suite.name, suite.words], ['postgresql', ['services/image/test/a.test.ts']])
    const program = read('faults', '--line', '14', '--watch')
    assert.ok(program.kind === 'suite')
    assert.deepEqual([program.suite.name, program.words], ['faults', ['--line', '14', '--watch']])
  })

  it('are refused when an option is unknown', () => {
    assert.deepEqual(read('--wacth', 'a.test.ts'), { kind: 'wrong', complaint: 'unknown option --wacth' })
  })
})
