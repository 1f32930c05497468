import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPasscode, passcodeAt } from './totp.ts'

/** The secret of RFC 6238's examples, `12345678901234567890`, in base32; the expected codes are the last six of the eight digits there. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

for (const [seconds, code] of [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
] as const)
  test(`the passcode ${seconds} s after the beginning of 1970 is ${code}`, () => {
    assert.equal(passcodeAt(secret, seconds * 1000), code)
  })

test('a passcode of an earlier 30 s window is accepted as far back as is allowed, and a future one never', () => {
  const now = 1_111_111_109_000
  const before = passcodeAt(secret, now - 30_000) ?? ''
  const next = passcodeAt(secret, now + 30_000) ?? ''
  assert.equal(isPasscode(before, secret, { now, previousWindows: 1 }), true)
  assert.equal(isPasscode(before, secret, { now, previousWindows: 0 }), false)
  assert.equal(isPasscode(next, secret, { now, previousWindows: 1 }), false)
  assert.equal(isPasscode('081804', '!', { now, previousWindows: 1 }), false)
})
