/** Describes what is wrong with a value; undefined if it is valid. */
type Problem = (value: string) => string | undefined

const oneOf =
  (...words: readonly string[]): Problem =>
  (value) =>
    words.includes(value) ? undefined : `'${value}' is not one of: ${words.join(', ')}.`
const aNumberFrom =
  (minimum: number): Problem =>
  (value) => {
    if (!/^[+-]?[0-9]+$/.test(value)) return `'${value}' is not a valid integer value`
    return Number(value) < minimum ? `'${value}' is less than the min value of '${minimum}'.` : undefined
  }
const aNumber = aNumberFrom(0)
const anInteger = aNumberFrom(Number.NEGATIVE_INFINITY)
const aBoolean: Problem = (value) =>
  /^(true|false|1|0|yes|no|on|off|t|f|y|n)$/i.test(value)
    ? undefined
    : `'${value}' is not a valid boolean-like value`
const anything: Problem = () => undefined
const ofForm =
  (form: string, expression: RegExp): Problem =>
  (value) =>
    expression.test(value) ? undefined : `'${value}' is not of the format '${form}'.`
const cpuForm = '\\^?\\d+((-\\d+)?(,\\^?\\d+(-\\d+)?)?)*'
const cpuList = ofForm(cpuForm, /^\^?[0-9]+(-[0-9]+)?(,\^?[0-9]+(-[0-9]+)?)*$/)
const sizeForm = '(large|small|any|\\d+([kKMGT]i?)?(b|bit|B)?)'
const pageSize = ofForm(sizeForm, /^(small|large|any|[0-9]+([kKMGT]i?)?(b|bit|B)?)$/)

/** The extra specs in Nova's namespaces with their valid values. */
const known: readonly (readonly [RegExp, Problem])[] = [
  [/^hw:cpu_policy$/, oneOf('dedicated', 'shared', 'mixed')],
  [/^hw:cpu_thread_policy$/, oneOf('prefer', 'isolate', 'require')],
  [/^hw:emulator_threads_policy$/, oneOf('isolate', 'share')],
  [/^hw:cpu_(max_)?(sockets|cores|threads)$/, aNumber],
  [/^hw:numa_nodes$/, aNumberFrom(1)],
  [/^hw:numa_(cpus|mem)\.[0-9]+$/, cpuList],
  [/^hw:mem_page_size$/, pageSize],
  [/^hw:cpu_(realtime_mask|dedicated_mask)$/, cpuList],
  [
    /^hw:(cpu_realtime|boot_menu|mem_encryption|pmu|locked_memory|hide_hypervisor_id|vif_multiqueue_enabled)$/,
    aBoolean,
  ],
  [/^hw:(serial_port_count|watchdog_vnc)$/, anything],
  [/^hw:watchdog_action$/, oneOf('none', 'pause', 'poweroff', 'reset', 'disabled')],
  [/^hw:pci_numa_affinity_policy$/, oneOf('required', 'preferred', 'legacy', 'socket')],
  [/^hw:tpm_version$/, oneOf('1.2', '2.0')],
  [/^hw:tpm_model$/, oneOf('tpm-tis', 'tpm-crb')],
  [/^hw:tpm_secret_security$/, oneOf('user', 'host', 'deployment')],
  [/^hw:ephemeral_encryption$/, aBoolean],
  [/^hw:ephemeral_encryption_format$/, oneOf('plain', 'luks', 'luksv2')],
  [/^hw:(viommu_model|virtio_packed_ring|maxphysaddr_(mode|bits)|input_bus|pmem|usb_model)$/, anything],
  [/^os:secure_boot$/, oneOf('disabled', 'required')],
  [/^hw_rng:allowed$/, aBoolean],
  [/^hw_rng:(rate_bytes|rate_period)$/, aNumber],
  [/^hw_video:ram_max_mb$/, aNumber],
  [/^hw:sound_model$/, oneOf('sb16', 'es1370', 'pcspk', 'ac97', 'ich6', 'ich9', 'usb', 'virtio')],
  [/^quota:cpu_(shares|period|quota)$/, aNumber],
  [/^quota:(cpu|memory|disk_io|vif)_(limit|reservation|shares_share)$/, anInteger],
  [/^quota:(cpu|memory|disk_io|vif)_shares_level$/, anything],
  [/^quota:disk_(read|write|total)_(bytes|iops)_sec$/, aNumber],
  [/^quota:vif_(in|out)bound_(average|peak|burst)$/, aNumber],
  [/^resources[0-9A-Z_a-z-]*:[A-Z0-9_]+$/, aNumber],
  [/^trait[0-9A-Z_a-z-]*:[A-Z0-9_]+$/, oneOf('required', 'forbidden')],
]

/** Namespaces in which an unknown extra spec is refused; other namespaces belong to operators. */
const checked = /^(hw|os|hw_rng|hw_video|quota|resources[0-9A-Z_a-z-]*|trait[0-9A-Z_a-z-]*):/

/** What is wrong with an extra spec, in Nova's words; undefined when it is valid. */
export const extraSpecProblem = (name: string, value: string): string | undefined => {
  if (!checked.test(name)) return undefined
  const rule = known.find(([pattern]) => pattern.test(name))
  if (rule === undefined)
    return `Validation failed; extra spec '${name}' does not appear to be a valid extra spec.`
  const problem = rule[1](value)
  return problem === undefined ? undefined : `Validation failed; ${problem}`
}
