import { own } from '@nimbo/kernel/own'
import { errors } from '../../errors.ts'

/** Describes what is wrong with a value, in Nova's words; undefined if it is valid. */
type Problem = (value: string) => string | undefined

const invalid = (value: string): string => `Field value ${value} is invalid`

const integer: Problem = (value) =>
  /^\s*[+-]?[0-9]+(_[0-9]+)*\s*$/.test(value)
    ? undefined
    : `invalid literal for int() with base 10: '${value}'`

const oneOf =
  (...words: readonly string[]): Problem =>
  (value) =>
    words.includes(value) ? undefined : invalid(value)

/** One of some words in any case, or another spelling of one of them. */
const called =
  (words: readonly string[], others: readonly string[] = [], problem = invalid): Problem =>
  (value) =>
    [...words, ...others].includes(value.toLowerCase()) ? undefined : problem(value)

const architecture = called(
  [
    ...['alpha', 'armv6', 'armv7l', 'armv7b', 'aarch64', 'cris', 'i686', 'ia64', 'lm32', 'm68k'],
    ...['microblaze', 'microblazeel', 'mips', 'mipsel', 'mips64', 'mips64el', 'openrisc', 'parisc'],
    ...['parisc64', 'ppc', 'ppcle', 'ppc64', 'ppc64le', 'ppcemb', 's390', 's390x', 'sh4', 'sh4eb'],
    ...['sparc', 'sparc64', 'unicore32', 'x86_64', 'xtensa', 'xtensaeb'],
  ],
  ['i386', 'i486', 'i586', 'x86_32', 'x86_32p', 'amd64'],
  (value) => `Architecture name '${value}' is not valid`,
)
const hypervisor = called(
  [
    ...['baremetal', 'bhyve', 'docker', 'fake', 'hyperv', 'ironic', 'kqemu', 'kvm', 'lxc', 'lxd', 'openvz'],
    ...['parallels', 'vz', 'phyp', 'qemu', 'test', 'uml', 'vbox', 'vmware', 'xen', 'zvm', 'prsm'],
  ],
  ['xapi'],
  (value) => `Hypervisor virt type '${value}' is not valid`,
)
const guestMode = called(
  ['hvm', 'xen', 'uml', 'exe'],
  ['pv', 'hv', 'baremetal'],
  (value) => `Virtual machine mode '${value}' is not valid`,
)
const interfaceModel = called(
  [
    ...['virtio', 'ne2k_pci', 'pcnet', 'rtl8139', 'e1000', 'e1000e', 'netfront', 'spapr-vlan', 'lan9118'],
    ...['igb', 'sriov', 'vmxnet', 'vmxnet3'],
  ],
  [
    ...['virtuale1000', 'virtuale1000e', 'virtualpcnet32', 'virtualsriovethernetcard', 'virtualvmxnet'],
    'virtualvmxnet3',
  ],
)
const scsiModel = called(
  ['buslogic', 'ibmvscsi', 'lsilogic', 'lsisas1068', 'lsisas1078', 'virtio-scsi', 'vmpvscsi'],
  ['lsilogicsas', 'paravirtual'],
)
const diskBus = oneOf('fdc', 'ide', 'sata', 'scsi', 'usb', 'virtio', 'xen', 'lxc', 'uml')

const numbers = [
  ...['hw_cpu_cores', 'hw_cpu_sockets', 'hw_cpu_threads', 'hw_cpu_max_cores', 'hw_cpu_max_sockets'],
  ...['hw_cpu_max_threads', 'hw_device_id', 'hw_numa_nodes', 'hw_serial_port_count', 'hw_video_ram'],
  ...['hw_maxphysaddr_bits', 'hw_redirected_usb_ports', 'img_compression_level', 'img_version'],
]

/** Properties with their valid values. Booleans take any text, which is false unless it is a spelling of true. */
const rules: Readonly<Record<string, Problem>> = {
  ...Object.fromEntries(numbers.map((name) => [name, integer])),
  architecture,
  hypervisor_type: hypervisor,
  vm_mode: guestMode,
  hw_architecture: architecture,
  hw_emulation_architecture: architecture,
  hw_cdrom_bus: diskBus,
  hw_disk_bus: diskBus,
  hw_floppy_bus: diskBus,
  hw_rescue_bus: diskBus,
  hw_rescue_device: oneOf('cdrom', 'disk', 'floppy', 'fs', 'lun'),
  hw_cpu_policy: oneOf('dedicated', 'shared', 'mixed'),
  hw_cpu_thread_policy: oneOf('prefer', 'isolate', 'require'),
  hw_firmware_type: oneOf('uefi', 'bios'),
  hw_input_bus: oneOf('usb', 'virtio'),
  hw_mem_encryption_model: oneOf('amd-sev', 'amd-sev-es', 'amd-sev-snp'),
  hw_pci_numa_affinity_policy: oneOf('required', 'legacy', 'preferred', 'socket'),
  hw_pointer_model: oneOf('usbtablet'),
  hw_rng_model: oneOf('virtio'),
  hw_scsi_model: scsiModel,
  hw_video_model: oneOf('cirrus', 'qxl', 'vga', 'vmvga', 'xen', 'virtio', 'gop', 'none', 'bochs'),
  hw_vif_model: interfaceModel,
  hw_viommu_model: oneOf('intel', 'smmuv3', 'virtio', 'auto'),
  hw_vm_mode: guestMode,
  hw_watchdog_action: oneOf('none', 'pause', 'poweroff', 'reset', 'disabled'),
  hw_tpm_model: oneOf('tpm-tis', 'tpm-crb'),
  hw_tpm_version: oneOf('1.2', '2.0'),
  hw_ephemeral_encryption_format: oneOf('plain', 'luks', 'luksv2'),
  hw_maxphysaddr_mode: oneOf('passthrough', 'emulate'),
  hw_sound_model: oneOf('sb16', 'es1370', 'pcspk', 'ac97', 'ich6', 'ich9', 'usb', 'virtio'),
  hw_usb_model: oneOf('none', 'nec-xhci', 'qemu-xhci'),
  img_hv_type: hypervisor,
  os_secure_boot: oneOf('required', 'disabled', 'optional'),
  os_type: called(['linux', 'windows']),
}

/** Throws, in Nova's words, when a property of an image has a value that it cannot have. */
export const requireImageProperties = (properties: Readonly<Record<string, string>>): void => {
  for (const [name, problemOf] of Object.entries(rules)) {
    const value = own(properties, name)
    const problem = value === undefined ? undefined : problemOf(value)
    if (problem !== undefined)
      throw errors.BadRequest({ reason: `Invalid image metadata. Error: ${problem}` })
  }
}
