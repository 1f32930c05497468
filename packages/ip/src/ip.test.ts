import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, numberOf } from './ip.ts'

test('addresses are numbers and back, in their canonical text', () => {
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
