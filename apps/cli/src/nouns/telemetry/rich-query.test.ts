import assert from 'node:assert/strict'
import { test } from 'node:test'
import { richQuery } from './rich-query.ts'

test('a query is read with "and" before "or", "not" and parentheses', () => {
  assert.deepEqual(richQuery('state=alarm'), { '=': { state: 'alarm' } })
  assert.deepEqual(richQuery('a=1 and b!=x or not c>=2.5'), {
    or: [{ and: [{ '=': { a: 1 } }, { '!=': { b: 'x' } }] }, { not: { '>=': { c: 2.5 } } }],
  })
  assert.deepEqual(richQuery('a eq 1 and (b="two words" or c=null)'), {
    and: [{ '=': { a: 1 } }, { or: [{ '=': { b: 'two words' } }, { '=': { c: null } }] }],
  })
})

test('invalid queries are refused', () => {
  for (const query of ['', 'a', 'a=', 'a=1 b=2', '(a=1', 'a ~ 1'])
    assert.throws(() => richQuery(query), /^CliError: Syntax error in the query/)
})
