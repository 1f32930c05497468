import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResourceType } from '../domain/attribute.ts'
import { rowCodec } from './row-codec.ts'

const ship: ResourceType = {
  name: 'ship',
  collection: 'ships',
  path: 'ships',
  attributes: { id: { shape: 'text' }, 'harbour:open': { shape: 'boolean' } },
}

const boat: ResourceType = {
  name: 'boat',
  collection: 'boats',
  path: 'boats',
  attributes: {
    id: { shape: 'text' },
    'hull:length': { shape: 'integer' },
    afloat: { shape: 'boolean' },
    cargo: { shape: 'json' },
    crew: { shape: 'related' },
  },
  parent: { type: ship, attribute: 'ship_id', facts: { 'ship:open': 'harbour:open' } },
}

const { toRow, fromRow } = rowCodec(boat)

test('attributes become columns and attributes again; what lies elsewhere is left out', () => {
  const boats = [
    { id: 'one', 'hull:length': 7, afloat: true, cargo: { tons: [1, 2], of: '"salt"' } },
    { id: 'two', 'hull:length': 0, afloat: false, cargo: [] },
    { id: '', 'hull:length': null, afloat: null, cargo: null },
  ]
  for (const each of boats) assert.deepEqual(fromRow(toRow({ ...each, crew: ['Ann'] }), false), each)
  assert.deepEqual(toRow({ id: 'one', afloat: true, cargo: [] }), { id: 'one', afloat: 1, cargo: '[]' })
})

test('a row that was read with its parent carries what policies ask of it', () => {
  const row = { ...toRow({ id: 'one', afloat: true }), 'ship:open': 1 }
  assert.equal(fromRow(row, true)['ship:open'], true)
  assert.equal('ship:open' in fromRow(row, false), false)
  assert.equal(fromRow({ ...row, 'ship:open': 0 }, true)['ship:open'], false)
})
