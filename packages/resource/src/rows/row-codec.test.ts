import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apart, attribute } from '../describe/attribute.ts'
import { resource } from '../describe/kind.ts'
import { boolean, dictionary, integer, listOf, orElse, orNull, text, uuid } from '../describe/value-types.ts'
import { rowCodec } from './row-codec.ts'

const ship = resource('ship', 'ships', {
  id: attribute(uuid, {}),
  'harbour:open': attribute(boolean, {}),
})

const boat = resource(
  'boat',
  'boats',
  {
    id: attribute(uuid, {}),
    'hull:length': attribute(orNull(integer(0, 100)), {}),
    afloat: attribute(orNull(boolean), {}),
    cargo: attribute(orNull(orElse({}, dictionary)), {}),
    crew: apart(listOf(text()), {}),
  },
  { parent: { kind: ship, attribute: 'ship_id', facts: { 'ship:open': 'harbour:open' } } },
)

const { apart: names, toRow, plain, whole, completed } = rowCodec(boat)

test('attributes are converted to columns and back, except those in other tables', () => {
  const boats = [
    { id: 'one', 'hull:length': 7, afloat: true, cargo: { tons: [1, 2], of: '"salt"' } },
    { id: 'two', 'hull:length': 0, afloat: false, cargo: {} },
    { id: '', 'hull:length': null, afloat: null, cargo: null },
  ]
  for (const each of boats) {
    const withCrew = { ...each, crew: ['Ann'] }
    assert.deepEqual(plain(toRow(withCrew), false), each)
    assert.deepEqual(completed(each, [['Ann']]), withCrew)
    assert.deepEqual(whole(toRow(each), [['Ann']], false), withCrew)
  }
  assert.deepEqual(names, ['crew'])
  assert.deepEqual(toRow({ id: 'one', afloat: true, cargo: {} }), { id: 'one', afloat: 1, cargo: '{}' })
})

test('a row that was read with its parent has the facts of the parent that policies need', () => {
  const row = { ...toRow({ id: 'one', afloat: true }), 'ship:open': 1 }
  const openOf = (read: object) => new Map(Object.entries(read)).get('ship:open')
  assert.equal(openOf(plain(row, true)), true)
  assert.equal(openOf(whole(row, [[]], true)), true)
  assert.equal(openOf(plain(row, false)), undefined)
  assert.equal(openOf(plain({ ...row, 'ship:open': 0 }, true)), false)
})
