import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLiveOptions, destinationUri, flagsOf, migrationUri, paramsOf } from './live-options.ts'

test('guests are sent to hosts by name and by address, IPv6 in brackets', () => {
  const to = (address: string) => [destinationUri({}, address), migrationUri(address)]
  assert.deepEqual(to('compute-2'), ['qemu+tcp://compute-2/system', 'tcp://compute-2'])
  assert.deepEqual(to('192.0.2.7'), ['qemu+tcp://192.0.2.7/system', 'tcp://192.0.2.7'])
  assert.deepEqual(to('2001:db8::7'), ['qemu+tcp://[2001:db8::7]/system', 'tcp://[2001:db8::7]'])
  const uri = 'qemu+ssh://nova@%s/system'
  assert.equal(destinationUri({ uri }, '2001:db8::7'), 'qemu+ssh://nova@[2001:db8::7]/system')
})

test('bandwidth, parallel connections and TLS are asked of libvirt only where the options have them', () => {
  assert.deepEqual([flagsOf(defaultLiveOptions), paramsOf(defaultLiveOptions)], [0, []])
  const options = { ...defaultLiveOptions, bandwidthMib: 100, connections: 4, nativeTls: true }
  // VIR_MIGRATE_TLS and VIR_MIGRATE_PARALLEL.
  assert.equal(flagsOf(options), (1 << 16) + (1 << 17))
  assert.deepEqual(paramsOf(options), [
    { field: 'bandwidth', value: { type: 'ullong', value: 100n } },
    { field: 'parallel.connections', value: { type: 'int', value: 4 } },
  ])
  assert.equal(flagsOf({ ...defaultLiveOptions, permitAutoConverge: true, permitPostCopy: true }), 40_960)
})
