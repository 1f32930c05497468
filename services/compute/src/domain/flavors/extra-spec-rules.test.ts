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
  ['quota:memory_limit', '0'],
  ['quota:cpu_quota', '-1'],
  ['hw:cpu_max_sockets', '2'],
  ['hw:numa_mem.1', '512'],
  ['hw:pmem', 'GOLD,SILVER'],
  ['hw:viommu_model', 'auto'],
  ['pci_passthrough:alias', 'gpu:1, nic:2'],
  ['capabilities:cpu_info:features', '<in> avx'],
  ['aggregate_instance_extra_specs:ssd', 'true'],
  ['group_policy', 'none'],
  ['quota:memory_shares_level', 'high'],
  ['mine:anything', 'at all'],
  ['ssd', 'true'],
]
const bad: readonly (readonly [string, string, string])[] = [
  ['hw:cpu_polcy', 'dedicated', "extra spec 'hw:cpu_polcy' does not appear to be a valid extra spec."],
  ['hw:input_bus', 'usb', "extra spec 'hw:input_bus' does not appear to be a valid extra spec."],
  [
    'capabilities:colour',
    'red',
    "extra spec 'capabilities:colour' does not appear to be a valid extra spec.",
  ],
  [
    'quota:disk_reed_iops_sec',
    '1',
    "extra spec 'quota:disk_reed_iops_sec' does not appear to be a valid extra spec.",
  ],
  ['hw:cpu_policy', 'sometimes', "'sometimes' is not one of: dedicated, shared, mixed."],
  ['hw:viommu_model', 'amd', "'amd' is not one of: intel, smmuv3, virtio, auto."],
  ['hw:maxphysaddr_mode', 'guess', "'guess' is not one of: passthrough, emulate."],
  ['hw:maxphysaddr_bits', '0', "'0' is less than the min value of '1'."],
  ['hw:usb_model', 'piix3-uhci', "'piix3-uhci' is not one of: none, nec-xhci, qemu-xhci."],
  ['hw:redirected_usb_ports', '16', "'16' is greater than the max value of '15'."],
  ['hw:serial_port_count', 'two', "'two' is not a valid integer value."],
  ['hw:serial_port_count', '-1', "'-1' is less than the min value of '0'."],
  ['hw:virtio_packed_ring', 'maybe', "'maybe' is not a valid boolean-like value."],
  ['hw:cpu_cores', '0', "'0' is less than the min value of '1'."],
  ['hw:numa_mem.0', '0-3', "'0-3' is not a valid integer value."],
  ['hw:pmem', 'GOLD;', "'GOLD;' is not of the format '([a-zA-Z0-9_]+(,)?)+'."],
  ['resources:VCPU', 'many', "'many' is not a valid integer value."],
  ['trait:HW_CPU_X86_AVX', 'perhaps', "'perhaps' is not one of: required, forbidden."],
  ['quota:cpu_shares', 'many', "'many' is not a valid integer value."],
  ['quota:vif_shares_level', 'most', "'most' is not one of: custom, high, normal, low."],
  ['pci_passthrough:alias', 'gpu', "'gpu' is not of the format '[^:]+:\\d+(?:\\s*,\\s*[^:]+:\\d+)*'."],
  ['hide_hypervisor_id', 'maybe', "'maybe' is not a valid boolean-like value."],
  ['group_policy', 'some', "'some' is not one of: isolate, none."],
]

test('extra specs of known namespaces are validated, and all others accepted', () => {
  for (const [name, value] of good) assert.equal(extraSpecProblem(name, value), undefined, name)
  for (const [name, value, why] of bad)
    assert.equal(extraSpecProblem(name, value), `Validation failed; ${why}`)
})
