import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementNames } from './statement-names.ts'

test('a statement gets a name of its own from its second use on', () => {
  const nameOf = statementNames()
  assert.equal(nameOf('select 1'), undefined)
  const name = nameOf('select 1')
  assert.ok(name)
  assert.equal(nameOf('select 1'), name)
  assert.equal(nameOf('select 2'), undefined)
  assert.notEqual(nameOf('select 2'), name)
})

test('at most 500 statements get names', () => {
  const nameOf = statementNames()
  const names = new Set<string>()
  for (let length = 1; length <= 10_000; length += 1) {
    const sql = `select ${length}`
    for (const name of [nameOf(sql), nameOf(sql)]) if (name !== undefined) names.add(name)
  }
  assert.equal(names.size, 500)
  assert.equal(nameOf('select 1'), nameOf('select 1'))
  assert.equal(nameOf('select 10000'), undefined)
})
