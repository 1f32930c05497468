type Accepts = (value: string) => boolean

const oneOf =
  (...words: readonly string[]): Accepts =>
  (value) =>
    words.includes(value)
const aNumber: Accepts = (value) => /^[0-9]+$/.test(value)
const aBoolean: Accepts = (value) => /^(true|false|1|0|yes|no|on|off|t|f|y|n)$/i.test(value)
const anything: Accepts = () => true
const cpuList: Accepts = (value) => /^\^?[0-9]+(-[0-9]+)?(,\^?[0-9]+(-[0-9]+)?)*$/.test(value)

/** The extra specs in Nova's namespaces with their valid values. */
const known: readonly (readonly [RegExp, Accepts])[] = [
  [/^hw:cpu_policy$/, oneOf('dedicated', 'shared', 'mixed')],
  [/^hw:cpu_thread_policy$/, oneOf('prefer', 'isolate', 'require')],
  [/^hw:emulator_threads_policy$/, oneOf('isolate', 'share')],
  [/^hw:cpu_(max_)?(sockets|cores|threads)$/, aNumber],
  [/^hw:numa_nodes$/, aNumber],
  [/^hw:numa_(cpus|mem)\.[0-9]+$/, (value) => cpuList(value)],
  [/^hw:mem_page_size$/, (value) => /^(small|large|any|[0-9]+(KB|MB|GB)?)$/i.test(value)],
  [/^hw:cpu_(realtime_mask|dedicated_mask)$/, cpuList],
  [/^hw:(cpu_realtime|boot_menu|mem_encryption|pmu|locked_memory|hide_hypervisor_id)$/, aBoolean],
  [/^hw:(serial_port_count|watchdog_vnc|vif_multiqueue_enabled)$/, anything],
  [/^hw:watchdog_action$/, oneOf('none', 'pause', 'poweroff', 'reset', 'disabled')],
  [/^hw:pci_numa_affinity_policy$/, oneOf('required', 'preferred', 'legacy', 'socket')],
  [/^hw:tpm_(version|model)$/, oneOf('1.2', '2.0', 'tpm-tis', 'tpm-crb')],
  [/^hw:tpm_secret_security$/, oneOf('user', 'host', 'deployment')],
  [/^hw:ephemeral_encryption$/, aBoolean],
  [/^hw:ephemeral_encryption_format$/, oneOf('plain', 'luks', 'luksv2')],
  [
    /^hw:(viommu_model|virtio_packed_ring|maxphysaddr_(mode|bits)|input_bus|pmem|sound_model|usb_model)$/,
    anything,
  ],
  [/^hw_rng:allowed$/, aBoolean],
  [/^hw_rng:(rate_bytes|rate_period)$/, aNumber],
  [/^hw_video:ram_max_mb$/, aNumber],
  [
    /^quota:(cpu_(shares|period|quota)|(cpu|memory|disk_io|vif)_(limit|reservation|shares_(level|share)))$/,
    anything,
  ],
  [/^quota:disk_(read|write|total)_(bytes|iops)_sec(_max(_length)?)?$/, aNumber],
  [/^quota:vif_(in|out)bound_(average|peak|burst)$/, aNumber],
  [/^resources[0-9A-Z_a-z-]*:[A-Z0-9_]+$/, aNumber],
  [/^trait[0-9A-Z_a-z-]*:[A-Z0-9_]+$/, oneOf('required', 'forbidden')],
]

/** Namespaces in which an unknown extra spec is refused; others belong to operators. */
const checked = /^(hw|hw_rng|hw_video|quota|resources[0-9A-Z_a-z-]*|trait[0-9A-Z_a-z-]*):/

/** What is wrong with an extra spec, in Nova's words; undefined when it is valid. */
export const extraSpecProblem = (name: string, value: string): string | undefined => {
  if (!checked.test(name)) return undefined
  const rule = known.find(([pattern]) => pattern.test(name))
  if (rule === undefined)
    return `Validation failed; extra spec '${name}' does not appear to be a valid extra spec.`
  return rule[1](value)
    ? undefined
    : `Validation failed; '${value}' is not a valid value for extra spec '${name}'.`
}
