import assert from 'node:assert/strict'
import { test } from 'node:test'

import { brokenBy, custom } from './constraint.ts'
import { linearPattern } from './linear-pattern.ts'

test('a pattern that would backtrack for years is matched at once', () => {
  const text = `${'a'.repeat(5000)}!`
  assert.equal(linearPattern('^(a+)+$').foundIn(text), false)
  const constraint = { kind: 'pattern', pattern: '(a|aa)+' } as const
  assert.match(brokenBy(constraint, text) ?? '', /does not match pattern/)
  assert.equal(brokenBy(constraint, 'aaa'), undefined)
  assert.equal(brokenBy(custom('nova.flavor'), 'm1'), undefined)
})

test('patterns that are invalid, too long, or not matched in linear time are refused', () => {
  for (const pattern of ['(', '(a)\\1', 'a'.repeat(2000)])
    assert.throws(() => linearPattern(pattern), SyntaxError)
})
