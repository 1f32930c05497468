import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ServerInterface } from './network-info.ts'
import { withSeen } from './seen-interfaces.ts'

const port = (portId: string, more: Partial<ServerInterface> = {}): ServerInterface => ({
  ...{ portId, networkId: 'net-1', networkName: 'private', macAddress: 'fa:16:3e:00:00:01' },
  ...{ addresses: [], securityGroupIds: [], preexisting: false, ...more },
})

describe('the interfaces of a server after its host has read its ports', () => {
  it('are those that the host read, as they are now', () => {
    const seen = [port('b', { macAddress: 'fa:16:3e:00:00:02' }), port('new')]
    assert.deepEqual(withSeen([port('a'), port('b')], { seen, known: ['a', 'b'] }), seen)
  })

  it('keep one that was attached meanwhile', () => {
    const brought = port('own', { preexisting: true, tag: 'mine' })
    assert.deepEqual(withSeen([port('a'), brought], { seen: [port('a')], known: ['a'] }), [
      port('a'),
      brought,
    ])
    assert.deepEqual(withSeen([brought], { seen: [port('own')], known: [] }), [brought])
  })

  it('keep one whose port is yet to be bound', () => {
    const coming = port('own', { preexisting: true, attaching: true })
    assert.deepEqual(withSeen([coming], { seen: [], known: ['own'] }), [coming])
  })

  it('do not include one that was detached meanwhile', () => {
    assert.deepEqual(withSeen([], { seen: [port('a')], known: ['a'] }), [])
  })
})
