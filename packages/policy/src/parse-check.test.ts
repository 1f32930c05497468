import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCheck } from './parse-check.ts'
import { PolicyError } from './policy-error.ts'

const check = (kind: string, match: string) => ({ type: 'check', kind, match }) as const

test('an empty rule and "@" always hold, "!" never does', () => {
  assert.deepEqual(parseCheck(''), { type: 'always' })
  assert.deepEqual(parseCheck('  '), { type: 'always' })
  assert.deepEqual(parseCheck('@'), { type: 'always' })
  assert.deepEqual(parseCheck('!'), { type: 'never' })
})

test('"and" binds tighter than "or", "not" tighter than both', () => {
  assert.deepEqual(parseCheck('role:a or role:b and not role:c'), {
    type: 'or',
    operands: [
      check('role', 'a'),
      { type: 'and', operands: [check('role', 'b'), { type: 'not', operand: check('role', 'c') }] },
    ],
  })
})

test('parentheses need no spaces, and those of a placeholder are not mistaken for them', () => {
  assert.deepEqual(parseCheck("(role:reader and (project_id:%(project_id)s or 'public':%(visibility)s))"), {
    type: 'and',
    operands: [
      check('role', 'reader'),
      { type: 'or', operands: [check('project_id', '%(project_id)s'), check("'public'", '%(visibility)s')] },
    ],
  })
})

test('a check keeps every colon after the first', () => {
  assert.deepEqual(
    parseCheck('field:networks:router:external=True'),
    check('field', 'networks:router:external=True'),
  )
})

test('operators are case-insensitive', () => {
  assert.deepEqual(parseCheck('NOT role:a'), { type: 'not', operand: check('role', 'a') })
})

for (const [rule, complaint] of [
  ['role:a or', /expected a check before the end/],
  ['(role:a', /expected "\)" before the end/],
  ['role:a role:b', /unexpected "role:b"/],
  ['role:a)', /unexpected "\)"/],
  ['admin', /"admin" is not a check/],
  ["role:'a", /cannot read/],
  ['http://example.org/check', /remote server/],
] as const) {
  test(`refuses ${rule}`, () => {
    assert.throws(
      () => parseCheck(rule),
      (error) =>
        error instanceof PolicyError && complaint.test(error.message) && error.message.includes(rule),
    )
  })
}
