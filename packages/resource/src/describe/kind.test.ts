import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attribute, partlyGiven } from './attribute.ts'
import { type Changes, type Columns, type Given, type New, type Of, type Plain, resource } from './kind.ts'
import { identified, owned, tagged } from './standard-attributes.ts'
import { boolean, integer, listOf, objectOf, oneOf, optional, orNull, text } from './value-types.ts'

const pair = objectOf({ to: text(), by: text() })
const pairRequest = objectOf({ to: text(), by: optional(text()) })

const fast_lane = resource('fast_lane', 'fast_lanes', {
  ...identified,
  ...owned,
  name: attribute(text(), { on: 'create update', default: '' }),
  'sign:kind': attribute(oneOf('red', 'green'), { on: 'create', required: true }),
  length: attribute(orNull(integer(0, 9)), { on: 'update' }),
  open: attribute(boolean, {}),
  pairs: partlyGiven(listOf(pair), listOf(pairRequest), { on: 'create' }),
  ...tagged,
})
type FastLane = typeof fast_lane

/** Checked by the compiler only: the types that are inferred from a description. */
const inferred = {
  whole: {
    ...{ id: 'a', project_id: 'p', name: '', 'sign:kind': 'red', length: null, open: true },
    ...{ pairs: [{ to: 'a', by: 'b' }], tags: ['x'] },
  } satisfies Of<FastLane>,
  plain: {
    ...{ id: 'a', project_id: 'p', name: '', 'sign:kind': 'red', length: 3, open: true, pairs: [] },
  } satisfies Plain<FastLane>,
  given: { pairs: [{ to: 'a' }] } satisfies Given<FastLane>,
  made: { name: '', 'sign:kind': 'green' } satisfies New<FastLane>,
  changes: { length: null } satisfies Changes<FastLane>,
  columns: {
    ...{ id: 'a', project_id: 'p', name: '', sign_kind: 'red', length: null, open: 1, pairs: '[]' },
  } satisfies Columns<FastLane>,
}

/** What must not be inferred, so that it stays an error. */
// @ts-expect-error a kind of sign that there is not
inferred.made satisfies New<FastLane> & { 'sign:kind': 'blue' }
// @ts-expect-error what is required is missing
const incomplete: New<FastLane> = { name: '' }
// @ts-expect-error only given when one is made
const unchangeable: Changes<FastLane> = { 'sign:kind': 'red' }

test('the path of a kind is its collection with dashes', () => {
  assert.equal(fast_lane.path, 'fast-lanes')
  assert.ok(incomplete && unchangeable && Object.hasOwn(fast_lane.attributes, 'tags'))
})
