import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuSpec, readCpuSpec } from './cpu-spec.ts'

test('CPU lists are read with ranges and exclusions, and written with ranges', () => {
  assert.deepEqual(readCpuSpec('0-3,^2, 6,'), [0, 1, 3, 6])
  assert.equal(cpuSpec([6, 1, 0, 3]), '0-1,3,6')
  assert.equal(cpuSpec([]), '')
})

test('invalid CPU lists are refused with the messages of Nova', () => {
  assert.throws(() => readCpuSpec('3-1'), { message: "Invalid range expression '3-1'" })
  assert.throws(() => readCpuSpec('^x'), { message: "Invalid exclusion expression '^x'" })
  assert.throws(() => readCpuSpec('x'), { message: "Invalid inclusion expression 'x'" })
})
