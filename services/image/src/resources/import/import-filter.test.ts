import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admitsAddress, importFilter } from './import-filter.ts'

const filter = importFilter({
  ...{ allowed_schemes: ['http', 'https'], disallowed_schemes: [] },
  ...{ allowed_ports: [80, 443].map(String), disallowed_ports: [] },
  ...{ allowed_hosts: [], disallowed_hosts: ['169.254.169.254', 'localhost'] },
})

test('a host on the deny list is refused however its name or address is written', () => {
  for (const host of [
    '169.254.169.254',
    '0xa9fea9fe',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    'localhost',
    'LOCALHOST.',
  ])
    assert.equal(admitsAddress(filter, `http://${host}/latest`), false, host)
  for (const address of ['169.254.169.254', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe'])
    assert.equal(filter.admitsAddress(address), false, address)
  for (const host of ['example.org', '10.0.0.1', '[2001:db8::1]', '[::ffff:10.0.0.1]'])
    assert.equal(admitsAddress(filter, `http://${host}/disk`), true, host)
  for (const address of ['10.0.0.1', '2001:db8::1', '::ffff:10.0.0.1'])
    assert.equal(filter.admitsAddress(address), true, address)
})
