import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireSensibleNetworks } from './network-wishes.ts'

const network = '11111111-1111-4111-8111-111111111111'
const port = '22222222-1111-4111-8111-111111111111'

test('a request may name networks, also twice or with an address, and ports', () => {
  requireSensibleNetworks([])
  requireSensibleNetworks([{ uuid: network, fixed_ip: '10.0.0.4' }, { uuid: network }, { port }])
  requireSensibleNetworks([{ uuid: 'ignored beside a port', port }])
})

for (const [what, asked, message] of [
  ['a network without an id or port', [{}], /missing 'uuid'$/],
  ['a network id that is no UUID', [{ uuid: 'blue' }], /not in proper format \(blue\)$/],
  ['a fixed IP together with a port', [{ port, fixed_ip: '10.0.0.4' }], /cannot be specified together\.$/],
  ['the same port twice', [{ port }, { port }], /was specified twice/],
] as const)
  test(`${what} is refused`, () => {
    assert.throws(() => requireSensibleNetworks(asked), message)
  })
