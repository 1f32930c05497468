import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ValueType } from './value-type.ts'
import {
  boolean,
  dictionary,
  instant,
  integer,
  listOf,
  objectOf,
  oneOf,
  oneOfNumbers,
  optional,
  orElse,
  orNull,
  text,
  uuid,
} from './value-types.ts'

const id = '6a1b0c1e-6f0e-4d0c-9c69-6f1b1f3f8a11'
const route = objectOf({ to: text(), by: optional(text()) })

test('accepted values are converted to the form in which they are stored', () => {
  const cases: readonly (readonly [ValueType, unknown, unknown])[] = [
    [text(), 'blue', 'blue'],
    [boolean, 'True', true],
    [boolean, 0, false],
    [integer(0, 10), '7', 7],
    [oneOf('up', 'down'), 'up', 'up'],
    [oneOfNumbers(4, 6), '6', 6],
    [uuid, id, id],
    [orNull(text()), null, null],
    [orElse('none', text()), null, 'none'],
    [listOf(integer(0, 10)), ['1', 2], [1, 2]],
    [dictionary, { any: [1] }, { any: [1] }],
    [route, { to: 'a' }, { to: 'a' }],
    [route, { by: 'b', to: 'a' }, { to: 'a', by: 'b' }],
  ]
  for (const [type, given, value] of cases) assert.deepEqual(type.accept(given), { value })
})

test('an invalid value is refused with the reason', () => {
  const hostile = JSON.parse('{"to": "a", "__proto__": {"by": "b"}}')
  const cases: readonly (readonly [ValueType, unknown, RegExp])[] = [
    [text(), 7, /^'7' is not a valid string$/],
    [text(3), 'blue', /^'blue' exceeds maximum length of 3$/],
    [text(), 'a\u0000b', /contains a null character$/],
    [boolean, 'perhaps', /^'perhaps' cannot be converted to boolean$/],
    [integer(1, 10), 0, /^'0' is too small - must be at least '1'$/],
    [integer(1, 10), '11', /^'11' is too large - must be no larger than '10'$/],
    [integer(1, 10), 1.5, /^'1.5' is not an integer$/],
    [oneOf('up', 'down'), null, /^None is not in \['up', 'down'\]$/],
    [oneOfNumbers(4, 6), 5, /^5 is not in \[4, 6\]$/],
    [uuid, 'one', /^'one' is not a valid UUID$/],
    [instant, '2026-01-01T00:00:00Z', /cannot be set$/],
    [listOf(text()), 'a', /^'a' is not a list$/],
    [listOf(text()), ['a', 'a'], /^Duplicate items in the list: 'a'$/],
    [listOf(integer(0, 10)), [1, '1'], /^Duplicate items in the list: '1'$/],
    [dictionary, [], /is not a dictionary$/],
    [route, {}, /^Expected keys not found: 'to'$/],
    [route, { to: 'a', toString: 'b' }, /^Unexpected keys supplied: toString$/],
    [route, hostile, /^Unexpected keys supplied: __proto__$/],
  ]
  for (const [type, given, reason] of cases) {
    const result = type.accept(given)
    assert.match('problem' in result ? result.problem : JSON.stringify(result), reason)
  }
})

test('the reason of a refusal shows the value in Python syntax, with nested values', () => {
  const given = { to: ['a', null, true, 7], of: {} }
  const result = listOf(text()).accept(given)
  assert.deepEqual(result, { problem: "{'to': ['a', None, True, 7], 'of': {}} is not a list" })
})

test('the length of a text is counted in characters, of which an emoji is one', () => {
  const { accept } = text(3)
  assert.deepEqual(accept('🐟🐟🐟'), { value: '🐟🐟🐟' })
  assert.deepEqual(accept('🐟🐟🐟🐟'), { problem: "'🐟🐟🐟🐟' exceeds maximum length of 3" })
})
