import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { stacksOf } from './stacks-story.ts'

/** The list of resource types. */
const cloud = ownCloud({ hosts: 0 })
const stacks = stacksOf(() => cloud().admin)

test('resource types are listed by a pattern that their names begin with, however the pattern is made', async () => {
  const named = async (pattern: string) =>
    stacks.door.get(stacks.path(`/resource_types?name=${encodeURIComponent(pattern)}`))
  assert.deepEqual((await named('OS::Nova::(Key|Quo)')).body.resource_types, [
    'OS::Nova::KeyPair',
    'OS::Nova::Quota',
  ])
  assert.deepEqual((await named('Nova')).body.resource_types, [])
  // A backtracking matcher would need years for this one.
  assert.deepEqual((await named('(([A-Za-z:]+)+)+!')).body.resource_types, [])
  assert.equal((await named('(')).status, 400)
})
