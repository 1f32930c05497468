import type { KnownNamespace } from './known-namespace.ts'

/** Namespaces about the virtual hardware of servers. */
export const guestsNamespaces: readonly KnownNamespace[] = [
  {
    namespace: 'OS::Compute::CPUMode',
    display_name: 'CPU Mode',
    description: 'Which processor guests are shown.',
    protected: false,
    resource_type_associations: [
      { name: 'OS::Glance::Image', prefix: 'hw_' },
      { name: 'OS::Nova::Flavor', prefix: 'hw:' },
    ],
    properties: {
      cpu_mode: {
        title: 'CPU mode',
        type: 'string',
        enum: ['none', 'host-model', 'host-passthrough', 'custom'],
      },
    },
  },
  {
    namespace: 'OS::Compute::CPUPinning',
    display_name: 'CPU Pinning',
    description: 'Whether virtual processors have physical ones to themselves.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image', prefix: 'hw_' },
      { name: 'OS::Cinder::Volume', prefix: 'hw_', properties_target: 'image' },
      { name: 'OS::Nova::Flavor', prefix: 'hw:' },
    ],
    properties: {
      cpu_policy: { title: 'CPU policy', type: 'string', enum: ['shared', 'dedicated'] },
      cpu_thread_policy: {
        title: 'CPU thread policy',
        type: 'string',
        enum: ['isolate', 'prefer', 'require'],
      },
    },
  },
  {
    namespace: 'OS::Compute::GuestMemoryBacking',
    display_name: 'Guest Memory Backing',
    description: 'Of what pages the memory of guests is made.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Nova::Flavor', prefix: 'hw:' },
      { name: 'OS::Glance::Image', prefix: 'hw_' },
      { name: 'OS::Cinder::Volume', prefix: 'hw_', properties_target: 'image' },
    ],
    properties: { mem_page_size: { title: 'Memory page size', type: 'string' } },
  },
  {
    namespace: 'OS::Compute::GuestShutdownBehavior',
    display_name: 'Shutdown Behavior',
    description: 'How long a guest has to shut itself down.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Glance::Image' }],
    properties: { os_shutdown_timeout: { title: 'OS shutdown timeout', type: 'integer', minimum: 0 } },
  },
  {
    namespace: 'OS::Compute::InstanceData',
    display_name: 'Instance Config Data',
    description: 'What a guest is told at its start, and whether it is quiesced for snapshots.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image' },
      { name: 'OS::Cinder::Volume', properties_target: 'image' },
    ],
    properties: {
      img_config_drive: { title: 'Config drive', type: 'string', enum: ['optional', 'mandatory'] },
      os_require_quiesce: { title: 'OS require quiesce', type: 'string', enum: ['yes', 'no'] },
    },
  },
  {
    namespace: 'OS::Compute::LibvirtImage',
    display_name: 'libvirt Driver Options for Images',
    description: 'The virtual hardware of guests made from an image.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Glance::Image' }],
    properties: {
      hw_cdrom_bus: {
        title: 'CD-ROM bus',
        type: 'string',
        enum: ['scsi', 'virtio', 'uml', 'xen', 'ide', 'usb', 'fdc', 'sata', 'lxc'],
      },
      hw_disk_bus: {
        title: 'Disk bus',
        type: 'string',
        enum: ['scsi', 'virtio', 'uml', 'xen', 'ide', 'usb', 'fdc', 'sata', 'lxc'],
      },
      hw_firmware_type: { title: 'Firmware type', type: 'string', enum: ['bios', 'uefi'] },
      hw_firmware_stateless: { title: 'Firmware stateless', type: 'boolean' },
      hw_rng_model: { title: 'RNG model', type: 'string', default: 'virtio' },
      hw_machine_type: { title: 'Machine type', type: 'string' },
      hw_scsi_model: { title: 'SCSI model', type: 'string', default: 'virtio-scsi' },
      hw_video_model: {
        title: 'Video model',
        type: 'string',
        enum: ['vga', 'cirrus', 'vmvga', 'xen', 'qxl', 'virtio', 'gop', 'none', 'bochs'],
      },
      hw_video_ram: { title: 'Video RAM', type: 'integer', minimum: 0 },
      os_command_line: { title: 'OS command line', type: 'string' },
      os_type: { title: 'OS type', type: 'string', enum: ['linux', 'windows'] },
      hw_vif_model: {
        title: 'VIF model',
        type: 'string',
        enum: [
          'e1000',
          'e1000e',
          'ne2k_pci',
          'netfront',
          'pcnet',
          'rtl8139',
          'spapr-vlan',
          'virtio',
          'vmxnet3',
          'igb',
        ],
      },
      hw_vif_multiqueue_enabled: { title: 'VIF multiqueue enabled', type: 'string', enum: ['true', 'false'] },
      hw_pmu: { title: 'Performance monitoring unit', type: 'string', enum: ['true', 'false'] },
      hw_qemu_guest_agent: { title: 'QEMU guest agent', type: 'string', enum: ['yes', 'no'] },
      hw_pointer_model: { title: 'Pointer model', type: 'string', enum: ['usbtablet'] },
      img_hide_hypervisor_id: { title: 'Hide hypervisor ID', type: 'string', enum: ['yes', 'no'] },
    },
  },
  {
    namespace: 'OS::Compute::Libvirt',
    display_name: 'libvirt Driver Options',
    description: 'Devices and memory that guests have by image or flavor.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image', prefix: 'hw_' },
      { name: 'OS::Nova::Flavor', prefix: 'hw:' },
    ],
    properties: {
      serial_port_count: { title: 'Serial port count', type: 'integer', minimum: 0 },
      boot_menu: { title: 'Boot menu', type: 'string', enum: ['true', 'false'] },
      mem_encryption: { title: 'Memory encryption', type: 'string', enum: ['true', 'false'] },
      mem_encryption_model: {
        title: 'Memory encryption model',
        type: 'string',
        enum: ['amd-sev', 'amd-sev-es', 'amd-sev-snp'],
      },
      virtio_packed_ring: { title: 'Virtio packed ring', type: 'string', enum: ['true', 'false'] },
    },
  },
  {
    namespace: 'OS::Compute::RandomNumberGenerator',
    display_name: 'Random Number Generator',
    description: 'Whether servers of a flavor get a source of randomness, and how fast it is.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Nova::Flavor' }],
    properties: {
      'hw_rng:allowed': { title: 'RNG allowed', type: 'boolean' },
      'hw_rng:rate_bytes': { title: 'RNG bytes per period', type: 'integer' },
      'hw_rng:rate_period': { title: 'RNG period in ms', type: 'integer' },
    },
  },
  {
    namespace: 'OS::Compute::VirtCPUTopology',
    display_name: 'Virtual CPU Topology',
    description: 'How the virtual processors of a guest are laid out in sockets, cores and threads.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image', prefix: 'hw_' },
      { name: 'OS::Cinder::Volume', prefix: 'hw_', properties_target: 'image' },
      { name: 'OS::Nova::Flavor', prefix: 'hw:' },
    ],
    properties: {
      cpu_sockets: { title: 'CPU sockets', type: 'integer' },
      cpu_cores: { title: 'CPU cores', type: 'integer' },
      cpu_threads: { title: 'CPU threads', type: 'integer' },
      cpu_max_sockets: { title: 'CPU max sockets', type: 'integer' },
      cpu_max_cores: { title: 'CPU max cores', type: 'integer' },
      cpu_max_threads: { title: 'CPU max threads', type: 'integer' },
    },
  },
  {
    namespace: 'OS::Compute::TPM',
    display_name: 'TPM Options',
    description: 'The virtual trusted platform module that guests have.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Nova::Flavor', prefix: 'hw:' },
      { name: 'OS::Glance::Image', prefix: 'hw_' },
    ],
    properties: {
      tpm_model: {
        title: 'TPM model',
        type: 'string',
        operators: ['<or>'],
        enum: ['tpm-tis', 'tpm-crb'],
        default: 'tpm-tis',
      },
      tpm_version: { title: 'TPM version', type: 'string', operators: ['<or>'], enum: ['1.2', '2.0'] },
    },
  },
  {
    namespace: 'OS::Compute::Watchdog',
    display_name: 'Watchdog Behavior',
    description: 'What is done with a guest that has stopped answering its watchdog.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image', prefix: 'hw_' },
      { name: 'OS::Cinder::Volume', prefix: 'hw_', properties_target: 'image' },
      { name: 'OS::Nova::Flavor', prefix: 'hw:' },
    ],
    properties: {
      watchdog_action: {
        title: 'Watchdog action',
        type: 'string',
        enum: ['disabled', 'reset', 'poweroff', 'pause', 'none'],
      },
    },
  },
]
