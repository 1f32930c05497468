import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddressSpec, addressMatcher } from './address-matcher.ts'

const cases: readonly (readonly [AddressSpec, string, boolean])[] = [
  ['0000:0a:00.1', '0000:0a:00.1', true],
  ['0000:0a:00.1', '0000:0a:00.2', false],
  ['0a:00.1', '0001:0a:00.1', true],
  ['*:0a:00.*', '0000:0a:00.7', true],
  ['*:0a:00.*', '0000:0b:00.7', false],
  [':0a:', '0000:0a:1f.7', true],
  ['.1', '0000:0a:1f.1', true],
  ['.1', '0000:0a:1f.2', false],
  [{ bus: '02', slot: '01', function: '[0-2]' }, '0000:02:01.2', true],
  [{ bus: '02', slot: '01', function: '[0-2]' }, '0000:02:01.3', false],
  [{ domain: '.*', bus: '0[ab]' }, 'ffff:0B:01.3', true],
]

for (const [spec, address, matches] of cases)
  test(`${JSON.stringify(spec)} ${matches ? 'matches' : 'does not match'} ${address}`, () =>
    assert.equal(addressMatcher(spec)(address), matches))

test('an invalid PCI address is refused', () => {
  assert.throws(() => addressMatcher('0000:0a:00.9'), { code: 'PciConfigInvalidSpec' })
  assert.throws(() => addressMatcher('0000:zz:00.1'), { code: 'PciConfigInvalidSpec' })
  assert.throws(() => addressMatcher('1:2:3:4.5'), { code: 'PciDeviceWrongAddressFormat' })
  assert.throws(() => addressMatcher({ bus: '(' }), { code: 'PciConfigInvalidSpec' })
})
