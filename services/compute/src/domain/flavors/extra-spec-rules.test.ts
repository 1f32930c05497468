import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extraSpecProblem } from './extra-spec-rules.ts'

const good: readonly (readonly [string, string])[] = [
  ['hw:cpu_policy', 'dedicated'],
  ['hw:mem_page_size', '2MB'],
  ['hw:numa_cpus.0', '0-3,^1'],
  ['resources:CUSTOM_GOLD', '2'],
  ['resources1:VCPU', '2'],
  ['trait:HW_CPU_X86_AVX', 'required'],
  ['quota:disk_read_iops_sec', '100'],
  ['quota:cpu_shares', '2048'],
  ['quota:memory_limit', '-1'],
  ['quota:memory_shares_level', 'high'],
  ['mine:anything', 'at all'],
  ['ssd', 'true'],
]
const bad: readonly (readonly [string, string])[] = [
  ['hw:cpu_polcy', 'dedicated'],
  ['hw:cpu_policy', 'sometimes'],
  ['resources:VCPU', 'many'],
  ['trait:HW_CPU_X86_AVX', 'perhaps'],
  ['quota:disk_reed_iops_sec', '100'],
  ['quota:disk_read_iops_sec_max', '100'],
  ['quota:cpu_shares', 'many'],
]

test('extra specs of known namespaces are validated, and all others accepted', () => {
  for (const [name, value] of good) assert.equal(extraSpecProblem(name, value), undefined, name)
  for (const [name, value] of bad) assert.match(extraSpecProblem(name, value) ?? '', /^Validation failed; /)
})
