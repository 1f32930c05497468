import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSameSubtree } from './same-subtree.ts'

const parents = new Map(
  Object.entries({ host: null, numa0: 'host', numa1: 'host', nic: 'numa0', port: 'nic', pool: null }).map(
    ([id, parentId]) => [id, { parentId }],
  ),
)

for (const [ids, expected] of [
  [['numa0'], true],
  [['numa0', 'numa0'], true],
  [['numa0', 'nic'], true],
  [['port', 'numa0'], true],
  [['numa0', 'numa1'], false],
  [['host', 'numa0', 'numa1'], true],
  [['numa1', 'port'], false],
  [['host', 'pool'], false],
] as const)
  test(`${ids.join(', ')} ${expected ? 'are' : 'are not'} in the subtree of one of them`, () => {
    assert.equal(inSameSubtree(ids, parents), expected)
  })
