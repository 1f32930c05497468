import assert from 'node:assert/strict'
import { test } from 'node:test'
import { destinationUri, migrationUri } from './live-options.ts'

test('guests are sent to hosts by name and by address, IPv6 in brackets', () => {
  const to = (address: string) => [destinationUri({}, address), migrationUri(address)]
  assert.deepEqual(to('compute-2'), ['qemu+tcp://compute-2/system', 'tcp://compute-2'])
  assert.deepEqual(to('192.0.2.7'), ['qemu+tcp://192.0.2.7/system', 'tcp://192.0.2.7'])
  assert.deepEqual(to('2001:db8::7'), ['qemu+tcp://[2001:db8::7]/system', 'tcp://[2001:db8::7]'])
  const uri = 'qemu+ssh://nova@%s/system'
  assert.equal(destinationUri({ uri }, '2001:db8::7'), 'qemu+ssh://nova@[2001:db8::7]/system')
})
