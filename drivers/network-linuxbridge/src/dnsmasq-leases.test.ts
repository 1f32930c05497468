import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leasedAddresses, withoutForeignLeases } from './dnsmasq-leases.ts'

const text = [
  '1795540000 fa:16:3e:00:00:05 10.77.0.5 host-10-77-0-5 01:fa:16:3e:00:00:05',
  '1795540000 fa:16:3e:00:00:06 10.77.0.6 * *',
  'duid 00:01:00:01:31:00',
  '1795540000 12345 fd00::5 host-fd00-5 00:04:aa',
  '',
].join('\n')

const host = (mac: string, ...addresses: string[]) => ({ portId: mac, mac, addresses, options: [] })

test('the leased addresses are read from the lease file', () => {
  assert.deepEqual(leasedAddresses(text), ['10.77.0.5', '10.77.0.6', 'fd00::5'])
})

test('leases of existing ports stay, those whose address now belongs to another port are removed', () => {
  const all = [host('fa:16:3e:00:00:05', '10.77.0.5', 'fd00::5'), host('fa:16:3e:00:00:06', '10.77.0.6')]
  assert.equal(withoutForeignLeases(text, { hosts: all }), undefined)
  const [five] = all
  const other = host('fa:16:3e:00:00:07', '10.77.0.6')
  assert.deepEqual(leasedAddresses(withoutForeignLeases(text, { hosts: [five ?? other, other] }) ?? ''), [
    '10.77.0.5',
    'fd00::5',
  ])
  assert.match(withoutForeignLeases(text, { hosts: [] }) ?? '', /^duid/)
})
