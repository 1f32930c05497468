/** What an image property may be: any text, or a text of this form. */
type Form = 'text' | 'integer' | 'boolean' | 'uuid' | readonly string[]

const diskBuses = ['fdc', 'ide', 'sata', 'scsi', 'usb', 'virtio', 'xen', 'lxc', 'uml']

/** The image properties that servers are made by, as in Nova; `trait:NAME` and numbered NUMA nodes are known, too. */
const forms: Readonly<Record<string, Form>> = {
  hw_architecture: 'text',
  hw_emulation_architecture: 'text',
  hw_auto_disk_config: 'text',
  hw_boot_menu: 'boolean',
  hw_cdrom_bus: diskBuses,
  hw_cpu_cores: 'integer',
  hw_cpu_sockets: 'integer',
  hw_cpu_threads: 'integer',
  hw_cpu_max_cores: 'integer',
  hw_cpu_max_sockets: 'integer',
  hw_cpu_max_threads: 'integer',
  hw_cpu_policy: ['dedicated', 'shared', 'mixed'],
  hw_cpu_thread_policy: ['prefer', 'isolate', 'require'],
  hw_cpu_realtime_mask: 'text',
  hw_device_id: 'integer',
  hw_disk_bus: diskBuses,
  hw_disk_type: 'text',
  hw_floppy_bus: diskBuses,
  hw_firmware_type: ['bios', 'uefi'],
  hw_firmware_stateless: 'boolean',
  hw_input_bus: ['usb', 'virtio'],
  hw_ipxe_boot: 'boolean',
  hw_locked_memory: 'boolean',
  hw_machine_type: 'text',
  hw_mem_encryption: 'boolean',
  hw_mem_encryption_model: ['amd-sev', 'amd-sev-es', 'amd-sev-snp'],
  hw_mem_page_size: 'text',
  hw_numa_nodes: 'integer',
  hw_numa_cpus: 'text',
  hw_numa_mem: 'text',
  hw_pci_numa_affinity_policy: ['required', 'legacy', 'preferred', 'socket'],
  hw_pointer_model: ['usbtablet'],
  hw_pmu: 'boolean',
  hw_qemu_guest_agent: 'boolean',
  hw_rescue_bus: diskBuses,
  hw_rescue_device: ['cdrom', 'disk', 'floppy', 'fs', 'lun'],
  hw_rng_model: ['virtio'],
  hw_time_hpet: 'boolean',
  hw_serial_port_count: 'integer',
  hw_scsi_model: [
    ...['buslogic', 'ibmvscsi', 'lsilogic', 'lsisas1068', 'lsisas1078', 'virtio-scsi', 'vmpvscsi'],
  ],
  hw_video_model: ['vga', 'cirrus', 'vmvga', 'xen', 'qxl', 'virtio', 'gop', 'none', 'bochs'],
  hw_video_ram: 'integer',
  hw_vif_model: 'text',
  hw_vif_multiqueue_enabled: 'boolean',
  hw_viommu_model: ['intel', 'smmuv3', 'virtio', 'auto'],
  hw_vm_mode: ['hvm', 'xen', 'uml', 'exe'],
  hw_watchdog_action: ['none', 'pause', 'poweroff', 'reset', 'disabled'],
  hw_tpm_model: ['tpm-tis', 'tpm-crb'],
  hw_tpm_version: ['1.2', '2.0'],
  hw_ephemeral_encryption: 'boolean',
  hw_ephemeral_encryption_format: ['plain', 'luks', 'luksv2'],
  hw_ephemeral_encryption_secret_uuid: 'uuid',
  hw_virtio_packed_ring: 'boolean',
  hw_maxphysaddr_mode: ['emulate', 'passthrough'],
  hw_maxphysaddr_bits: 'integer',
  hw_sound_model: ['sb16', 'es1370', 'pcspk', 'ac97', 'ich6', 'ich9', 'usb', 'virtio'],
  hw_usb_model: ['none', 'nec-xhci', 'qemu-xhci'],
  hw_redirected_usb_ports: 'integer',
  img_bittorrent: 'boolean',
  img_bdm_v2: 'boolean',
  img_block_device_mapping: 'text',
  img_cache_in_nova: 'boolean',
  img_compression_level: 'integer',
  img_hv_requested_version: 'text',
  img_hv_type: 'text',
  img_config_drive: ['mandatory', 'optional'],
  img_linked_clone: 'boolean',
  img_mappings: 'text',
  img_owner_id: 'text',
  img_root_device_name: 'text',
  img_use_agent: 'boolean',
  img_version: 'integer',
  img_signature: 'text',
  img_signature_hash_method: ['SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'],
  img_signature_certificate_uuid: 'uuid',
  img_signature_key_type: 'text',
  img_hide_hypervisor_id: 'boolean',
  os_admin_user: 'text',
  os_command_line: 'text',
  os_distro: 'text',
  os_require_quiesce: 'boolean',
  os_secure_boot: ['required', 'disabled', 'optional'],
  os_skip_agent_inject_files_at_boot: 'boolean',
  os_skip_agent_inject_ssh: 'boolean',
  os_type: ['linux', 'windows'],
  traits_required: 'text',
}

const boolean = /^(true|false|yes|no|on|off|t|f|y|n|1|0)$/i
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const formOf = (name: string): Form | undefined => {
  if (name.startsWith('trait:')) return ['required', 'forbidden']
  return /^hw_numa_(cpus|mem)\.\d+$/.test(name) ? 'text' : forms[name]
}

const fits = (form: Form, value: string): boolean => {
  switch (form) {
    case 'text':
      return value !== ''
    case 'integer':
      return /^\d+$/.test(value)
    case 'boolean':
      return boolean.test(value)
    case 'uuid':
      return uuid.test(value)
    default:
      return form.includes(value)
  }
}

/** What is wrong with an image property: nothing knows its name, or its value is none that it can have. */
export const faultOfProperty = (name: string, value: string): 'name' | 'value' | undefined => {
  const form = formOf(name)
  if (form === undefined) return 'name'
  return fits(form, value) ? undefined : 'value'
}
