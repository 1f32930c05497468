import { createKeyPair } from '@nimbo/contracts/compute/key-pairs'
import { router, routerOperations } from '@nimbo/contracts/network/router'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askingOf } from './asking.ts'
import { faultOf } from './fault-of.ts'
import { propertyOf } from './property.ts'

test('a form validates the name of a key pair by the schema of the API', () => {
  const name = propertyOf(createKeyPair, 'keypair', 'name')
  assert.equal(name.required, true)
  assert.deepEqual(faultOf(name, true, ''), { word: 'required' })
  assert.deepEqual(faultOf(name, true, 'no/slash'), { word: 'pattern' })
  assert.equal(faultOf(name, true, 'mine'), undefined)
})

test('a form has the input for the type of each property', () => {
  const asked = (name: string) => askingOf({ name }, propertyOf(routerOperations.create, router.name, name))
  assert.equal(asked('admin_state_up'), 'switch')
  assert.equal(asked('name'), 'text')
  assert.equal(asked('availability_zone_hints'), 'list')
  assert.equal(askingOf({ name: 'type' }, propertyOf(createKeyPair, 'keypair', 'type')), 'choice')
})
