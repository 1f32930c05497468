import { anyText, booleanLike, integerIn, ofForm, oneOf, type Problem } from './extra-spec-values.ts'

const amount = integerIn({ min: 0 })
const atLeastOne = integerIn({ min: 1 })
const cpus = /^\^?[0-9]+(-[0-9]+)?(,\^?[0-9]+(-[0-9]+)?)*$/
const cpuForm = '\\^?\\d+((-\\d+)?(,\\^?\\d+(-\\d+)?)?)*'
const cpuList = ofForm(cpuForm, cpus)
const realtimeMask = ofForm(cpuForm.replace('\\^', '(\\^)'), cpus)
const pageSize = ofForm('(large|small|any|\\d+([kKMGT]i?)?(b|bit|B)?)')
const memoryLabels = ofForm('([a-zA-Z0-9_]+(,)?)+', /^[a-zA-Z0-9_]+(,[a-zA-Z0-9_]+)*,?$/)
const aliases = ofForm('[^:]+:\\d+(?:\\s*,\\s*[^:]+:\\d+)*', /^[^:]+:[0-9]+(?:\s*,[^:]+:[0-9]+)*$/)

const switches = [
  ...['cpu_realtime', 'hide_hypervisor_id', 'locked_memory', 'boot_menu', 'vif_multiqueue_enabled'],
  ...['mem_encryption', 'pmu', 'virtio_packed_ring', 'ephemeral_encryption'],
]
const hardware: Readonly<Record<string, Problem>> = {
  ...Object.fromEntries(switches.map((name) => [name, booleanLike])),
  cpu_policy: oneOf('dedicated', 'shared', 'mixed'),
  cpu_thread_policy: oneOf('prefer', 'isolate', 'require'),
  emulator_threads_policy: oneOf('isolate', 'share'),
  cpu_realtime_mask: realtimeMask,
  cpu_dedicated_mask: cpuList,
  mem_page_size: pageSize,
  mem_encryption_model: oneOf('amd-sev', 'amd-sev-es', 'amd-sev-snp'),
  numa_nodes: atLeastOne,
  pci_numa_affinity_policy: oneOf('required', 'preferred', 'legacy', 'socket'),
  pmem: memoryLabels,
  serial_port_count: amount,
  tpm_model: oneOf('tpm-tis', 'tpm-crb'),
  tpm_version: oneOf('1.2', '2.0'),
  tpm_secret_security: oneOf('user', 'host', 'deployment'),
  watchdog_action: oneOf('none', 'pause', 'poweroff', 'reset', 'disabled'),
  viommu_model: oneOf('intel', 'smmuv3', 'virtio', 'auto'),
  // Nova documents these two in its release notes only.
  maxphysaddr_mode: oneOf('passthrough', 'emulate'),
  maxphysaddr_bits: atLeastOne,
  sound_model: oneOf('sb16', 'es1370', 'pcspk', 'ac97', 'ich6', 'ich9', 'usb', 'virtio'),
  usb_model: oneOf('none', 'nec-xhci', 'qemu-xhci'),
  redirected_usb_ports: integerIn({ min: 0, max: 15 }),
  ephemeral_encryption_format: oneOf('plain', 'luks', 'luksv2'),
}

/** Capabilities of hosts that flavors may ask for; the second ones have parts. */
const capabilities = [
  ...['id', 'uuid', 'service_id', 'host', 'vcpus', 'memory_mb', 'local_gb', 'vcpus_used', 'memory_mb_used'],
  ...['local_gb_used', 'hypervisor_type', 'hypervisor_version', 'hypervisor_hostname', 'free_ram_mb'],
  ...['free_disk_gb', 'current_workload', 'running_vms', 'disk_available_least', 'host_ip', 'mapped'],
  ...['cpu_allocation_ratio', 'ram_allocation_ratio', 'disk_allocation_ratio', 'total_usable_ram_mb'],
  ...['total_usable_disk_gb', 'disk_mb_used', 'free_disk_mb', 'vcpus_total', 'num_instances', 'num_io_ops'],
  ...['failed_builds', 'aggregates', 'cell_uuid', 'updated'],
].join('|')
const nestedCapabilities = [
  ...['cpu_info', 'metrics', 'stats', 'numa_topology', 'supported_hv_specs', 'pci_device_pools'],
  ...['nodename', 'pci_stats', 'supported_instances', 'limits', 'instances'],
].join('|')

/** The extra specs in Nova's namespaces, and the two without one, with their valid values. */
const known: readonly (readonly [RegExp, Problem])[] = [
  ...Object.entries(hardware).map(([name, problem]) => [new RegExp(`^hw:${name}$`), problem] as const),
  [/^hw:cpu_(max_)?(sockets|cores|threads)$/, atLeastOne],
  [/^hw:numa_cpus\.[0-9]+$/, cpuList],
  [/^hw:numa_mem\.[0-9]+$/, atLeastOne],
  [/^os:secure_boot$/, oneOf('disabled', 'required')],
  [/^hw_rng:allowed$/, booleanLike],
  [/^hw_rng:(rate_bytes|rate_period)$/, amount],
  [/^hw_video:ram_max_mb$/, amount],
  [/^quota:cpu_(shares|period)$/, amount],
  [/^quota:cpu_quota$/, integerIn()],
  [/^quota:(cpu|memory|disk_io|vif)_(limit|shares_share)$/, amount],
  [/^quota:(cpu|memory|disk_io|vif)_reservation$/, integerIn()],
  [/^quota:(cpu|memory|disk_io|vif)_shares_level$/, oneOf('custom', 'high', 'normal', 'low')],
  [/^quota:disk_(read|write|total)_(bytes|iops)_sec$/, amount],
  [/^quota:vif_(in|out)bound_(average|peak|burst)$/, amount],
  [/^resources([a-zA-Z0-9_-]{1,64})?:[A-Z0-9_]+$/, integerIn()],
  [/^trait([a-zA-Z0-9_-]{1,64})?:[A-Z0-9_]+$/, oneOf('required', 'forbidden')],
  [/^accel:device_profile$/, anyText],
  [/^aggregate_instance_extra_specs:.+$/, anyText],
  [new RegExp(`^capabilities:(${capabilities})$`), anyText],
  [new RegExp(`^capabilities:(${nestedCapabilities})(:\\w+)*$`), anyText],
  [/^pci_passthrough:alias$/, aliases],
  [/^vmware:(hw_version|storage_policy)$/, anyText],
  [/^hide_hypervisor_id$/, booleanLike],
  [/^group_policy$/, oneOf('isolate', 'none')],
]

/** Namespaces in which an unknown extra spec is refused; other namespaces belong to operators. */
const checked =
  /^(accel|aggregate_instance_extra_specs|capabilities|hw|hw_rng|hw_video|os|pci_passthrough|quota|vmware|(resources|trait)([a-zA-Z0-9_-]{1,64})?):/

/** What is wrong with an extra spec, in Nova's words; undefined when it is valid. */
export const extraSpecProblem = (name: string, value: string): string | undefined => {
  const rule = known.find(([pattern]) => pattern.test(name))
  if (rule === undefined)
    return checked.test(name)
      ? `Validation failed; extra spec '${name}' does not appear to be a valid extra spec.`
      : undefined
  const problem = rule[1](value)
  return problem === undefined ? undefined : `Validation failed; ${problem}`
}
