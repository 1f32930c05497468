import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireSensibleNetworks } from './network-wishes.ts'

const network = '11111111-1111-4111-8111-111111111111'
const port = '22222222-1111-4111-8111-111111111111'

test('networks, with an address or twice, and ports, each once, make sense', () => {
  requireSensibleNetworks([])
  requireSensibleNetworks([{ uuid: network, fixed_ip: '10.0.0.4' }, { uuid: network }, { port }])
  requireSensibleNetworks([{ uuid: 'ignored beside a port', port }])
})

for (const [what, asked, message] of [
  ['nothing', [{}], /missing 'uuid'$/],
  ['no id', [{ uuid: 'blue' }], /not in proper format \(blue\)$/],
  ['an address of a port', [{ port, fixed_ip: '10.0.0.4' }], /cannot be specified together\.$/],
  ['a port for two places', [{ port }, { port }], /was specified twice/],
] as const)
  test(`${what} is refused`, () => {
    assert.throws(() => requireSensibleNetworks(asked), message)
  })
