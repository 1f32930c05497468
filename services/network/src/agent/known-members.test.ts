import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FilterRule, MembersChange, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { knownMembers } from './known-members.ts'

const rule = (version: 4 | 6, remoteGroup?: string): FilterRule => ({
  ...{ direction: 'ingress', version, protocol: null, portMin: null, portMax: null },
  ...(remoteGroup === undefined ? { prefixes: null } : { prefixes: [], remoteGroup }),
})

const port: WiredPort = {
  ...{ id: 'port', device: 'tap', mac: 'fa:16:3e:00:00:01', addresses: [], allowedPairs: [] },
  ...{ adminStateUp: true, filtered: true, rules: [rule(4, 'web'), rule(6, 'web'), rule(4)] },
  network: { id: 'net', bridge: 'brq', mtu: 1500, type: 'flat', physicalNetwork: null, segmentationId: null },
}

const change = (parts: Partial<MembersChange>): MembersChange => ({
  ...{ id: 'web', before: 'one', after: 'two', added: [], removed: [], ...parts },
})

/** A book that has learned the group `web` at the digest `one`, and the prefixes of the port's rules. */
const bookOfWeb = () => {
  const book = knownMembers()
  book.learn([{ id: 'web', digest: 'one', addresses: ['10.0.0.1', '10.0.0.2', 'fd00::1'] }])
  return { book, letIn: () => book.spelled(port).rules.map(({ prefixes }) => prefixes) }
}

test('a rule with a remote group gets its members of the rule’s IP version; other rules stay unchanged', () => {
  const { book, letIn } = bookOfWeb()
  assert.deepEqual(letIn(), [['10.0.0.1', '10.0.0.2'], ['fd00::1'], null])
  assert.deepEqual(book.letIn(['web', 'none']), [
    { groupId: 'web', prefixes: { 4: ['10.0.0.1', '10.0.0.2'], 6: ['fd00::1'] } },
    { groupId: 'none', prefixes: { 4: [], 6: [] } },
  ])
  assert.deepEqual(knownMembers().spelled(port).rules[0]?.prefixes, [])
})

test('a change that follows the known digest updates the members; the same change again is ignored', () => {
  const { book, letIn } = bookOfWeb()
  const told = change({ added: ['10.0.0.3', 'fd00::2'], removed: ['10.0.0.1'] })
  assert.equal(book.change(told), 'changed')
  assert.deepEqual(letIn(), [['10.0.0.2', '10.0.0.3'], ['fd00::1', 'fd00::2'], null])
  assert.equal(book.change(told), 'same')
  assert.deepEqual(book.known(), [{ id: 'web', digest: 'two' }])
})

test('after a missed change the group is forgotten, and its rules let in no address', () => {
  for (const before of ['another', null]) {
    const { book, letIn } = bookOfWeb()
    assert.equal(book.change(change({ before })), 'lost')
    assert.deepEqual([book.known(), letIn()], [[], [[], [], null]])
  }
})

test('groups that no port refers to are dropped, and changes of unknown groups are ignored', () => {
  const { book } = bookOfWeb()
  assert.equal(book.change(change({ id: 'other' })), 'same')
  book.keepOnly([port])
  assert.equal(book.known().length, 1)
  book.keepOnly([])
  assert.deepEqual(book.known(), [])
})

test('hundreds of changes that arrive before the members are read are applied in order', () => {
  const { book, letIn } = bookOfWeb()
  const digests = ['one', ...Array.from({ length: 250 }, (_, index) => `after ${index}`)]
  for (const [index, after] of digests.entries()) {
    if (index === 0) continue
    const address = `10.0.1.${index}`
    const removed = index === 1 ? ['10.0.0.2'] : [`10.0.1.${index - 1}`]
    book.change(change({ before: digests[index - 1] ?? null, after, added: [address], removed }))
  }
  assert.deepEqual(letIn(), [['10.0.0.1', '10.0.1.250'], ['fd00::1'], null])
  const again = { before: 'after 249', after: 'again', added: ['10.0.1.1'], removed: ['10.0.1.250'] }
  assert.equal(book.change(change(again)), 'changed')
  assert.equal(book.change(change({ before: 'again', after: 'gone', removed: ['10.0.1.1'] })), 'changed')
  assert.deepEqual(letIn(), [['10.0.0.1'], ['fd00::1'], null])
})
