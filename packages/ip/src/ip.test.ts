import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, numberOf, outermost, soleAddress } from './ip.ts'

test('addresses are converted to numbers, and back to their canonical text', () => {
  const known = [
    ['0.0.0.0', 0n, 4],
    ['10.0.1.2', 0x0a000102n, 4],
    ['255.255.255.255', 0xffffffffn, 4],
    ['::', 0n, 6],
    ['fe80::1', (0xfe80n << 112n) + 1n, 6],
    ['2001:db8:0:1:1:1:1:1', 0x20010db8_00000001_00010001_00010001n, 6],
    ['::ffff:c000:201', 0xffff_c0000201n, 6],
  ] as const
  for (const [text, number, version] of known) {
    assert.equal(addressOf(number, version), text)
    assert.equal(numberOf(text), number)
  }
})

test('outermost drops networks that others contain, and returns the rest in canonical form', () => {
  assert.deepEqual(
    outermost(['10.0.0.5/32', '10.0.0.0/24', 'fd00::/64', '10.0.1.9/24', 'fd00::1/128', '10.0.0.7/24']),
    ['10.0.0.0/24', '10.0.1.0/24', 'fd00::/64'],
  )
})

test('soleAddress is the address of a network of one, and none for larger networks', () => {
  assert.deepEqual(
    ['10.0.0.5', '10.0.0.5/32', 'FD00::1/128', '10.0.0.0/24', '2001:db8::/32'].map(soleAddress),
    ['10.0.0.5', '10.0.0.5', 'fd00::1', undefined, undefined],
  )
})
