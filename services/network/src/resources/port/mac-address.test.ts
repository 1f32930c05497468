import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMacAddress } from './mac-address.ts'

test('a new MAC address keeps three or four octets of the base, and the rest is random', () => {
  const largest = (below: number) => below - 1
  const one = () => 1
  assert.equal(newMacAddress('fa:16:3e:00:00:00', largest), 'fa:16:3e:ff:ff:ff')
  assert.equal(newMacAddress('fa:16:3e:00:00:00', one), 'fa:16:3e:00:00:01')
  assert.equal(newMacAddress('fa:16:3e:4f:00:00', largest), 'fa:16:3e:4f:ff:ff')
})
