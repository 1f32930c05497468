import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutAccount, withoutPassword } from './shown-address.ts'

test('an address is shown without its passwords, however they are written', () => {
  const shown: readonly (readonly [string, string])[] = [
    ['rabbit://nova:secret@host1/vhost', 'rabbit://nova:****@host1/vhost'],
    ['rabbit://nova:a@host1:5672,glance:b@host2/v', 'rabbit://nova:****@host1:5672,glance:****@host2/v'],
    ['rabbit://nova:se:cr@et@host1/v', 'rabbit://nova:****@host1/v'],
    ['rabbit://host1:5672/v', 'rabbit://host1:5672/v'],
    [
      'postgresql://nova:secret@[::1]:5432/nova?sslmode=require',
      'postgresql://nova:****@[::1]:5432/nova?sslmode=require',
    ],
    [
      'postgresql:///nova?user=nova&password=secret&host=/run',
      'postgresql:///nova?user=nova&password=****&host=/run',
    ],
    ['sqlite:/var/lib/nimbo/nova:1@2.db', 'sqlite:/var/lib/nimbo/nova:1@2.db'],
    ['none:///', 'none:///'],
    ['nova_cell1', 'nova_cell1'],
  ]
  for (const [address, expected] of shown) assert.equal(withoutPassword(address), expected)
})

test('withoutAccount leaves only the hosts and the path of an address', () => {
  assert.equal(withoutAccount('postgresql://nova:secret@db1:5432/nova_api'), 'db1:5432/nova_api')
  assert.equal(withoutAccount('rabbit://nova:a@host1,nova:b@host2/v'), 'host1,host2/v')
})
