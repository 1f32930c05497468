import type { KnownNamespace } from './known-namespace.ts'
import { words } from './listed-words.ts'

/** Namespaces about the placement of servers on hosts, and their share of the host. */
export const hostsNamespaces: readonly KnownNamespace[] = [
  {
    namespace: 'OS::Compute::AggregateDiskFilter',
    display_name: 'Disk Allocation per Host',
    description: 'How far disk may be over-committed on the hosts of an aggregate.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Nova::Aggregate' }],
    properties: { disk_allocation_ratio: { title: 'Disk allocation ratio', type: 'number' } },
  },
  {
    namespace: 'OS::Compute::AggregateIoOpsFilter',
    display_name: 'IO Ops per Host',
    description: 'How many servers of a host may be busy with their disks at once.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Nova::Aggregate' }],
    properties: {
      max_io_ops_per_host: { title: 'Max I/O ops per host', type: 'integer', minimum: 1, default: 8 },
    },
  },
  {
    namespace: 'OS::Compute::AggregateNumInstancesFilter',
    display_name: 'Instances per Host',
    description: 'How many servers a host of an aggregate takes.',
    protected: false,
    resource_type_associations: [{ name: 'OS::Nova::Aggregate' }],
    properties: { max_instances_per_host: { title: 'Max instances per host', type: 'integer', minimum: 0 } },
  },
  {
    namespace: 'OS::Compute::HostCapabilities',
    display_name: 'Compute Host Capabilities',
    description: 'What a host must be able to do for a flavor; read by ComputeCapabilitiesFilter.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Nova::Flavor', prefix: 'capabilities:' },
      { name: 'OS::Nova::Aggregate', prefix: 'aggregate_instance_extra_specs:' },
    ],
    properties: {
      'cpu_info:vendor': { title: 'Vendor', type: 'string', operators: ['<or>'], enum: ['Intel', 'AMD'] },
      'cpu_info:model': {
        title: 'Model',
        type: 'string',
        operators: ['<or>'],
        enum: [
          'Conroe',
          'Core2Duo',
          'Penryn',
          'Nehalem',
          'Westmere',
          'SandyBridge',
          'IvyBridge',
          'Haswell',
          'Broadwell',
          'Delhi',
          'Seoul',
          'Abu Dhabi',
          'Interlagos',
          'Kabini',
          'Valencia',
          'Zurich',
          'Budapest',
          'Barcelona',
          'Suzuka',
          'Shanghai',
          'Istanbul',
          'Lisbon',
          'Magny-Cours',
          'Cortex-A57',
          'Cortex-A53',
          'Cortex-A12',
          'Cortex-A17',
          'Cortex-A15',
          'Cortex-A7',
          'X-Gene',
        ],
      },
      'cpu_info:arch': {
        title: 'Arch',
        type: 'string',
        operators: ['<or>'],
        enum: ['x86', 'x86_64', 'i686', 'ia64', 'ARMv8-A', 'ARMv7-A'],
      },
      'cpu_info:topology:cores': { title: 'Cores', type: 'integer', default: 1 },
      'cpu_info:topology:threads': { title: 'Threads', type: 'integer', default: 1 },
      'cpu_info:topology:sockets': { title: 'Sockets', type: 'integer', default: 1 },
      'cpu_info:features': {
        title: 'Features',
        type: 'array',
        operators: ['<or>', '<all-in>'],
        items: {
          type: 'string',
          enum: words(`
fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 pn clflush dts acpi mmx fxsr
sse sse2 ss ht tm ia64 pbe syscall mp nx mmxext fxsr_opt pdpe1gb rdtscp lm 3dnowext 3dnow
arch_perfmon pebs bts rep_good nopl xtopology tsc_reliable nonstop_tsc extd_apicid amd_dcm
aperfmperf eagerfpu nonstop_tsc_s3 pni pclmulqdq dtes64 monitor ds_cpl vmx smx est tm2 ssse3 cid fma
cx16 xtpr pdcm pcid dca sse4_1 sse4_2 x2apic movbe popcnt tsc_deadline_timer aes xsave avx f16c
rdrand hypervisor rng rng_en ace ace_en ace2 ace2_en phe phe_en pmm pmm_en lahf_lm cmp_legacy svm
extapic cr8_legacy abm sse4a misalignsse 3dnowprefetch osvw ibs xop skinit wdt lwp fma4 tce
nodeid_msr tbm topoext perfctr_core perfctr_nb bpext perfctr_l2 mwaitx ida arat cpb epb pln pts
dtherm hw_pstate proc_feedback hwp hwp_notify hwp_act_window hwp_epp hwp_pkg_req intel_pt tpr_shadow
vnmi flexpriority ept vpid npt lbrv svm_lock nrip_save tsc_scale vmcb_clean flushbyasid
decodeassists pausefilter pfthreshold vmmcall fsgsbase tsc_adjust bmi1 hle avx2 smep bmi2 erms
invpcid rtm cqm mpx avx512f rdseed adx smap pcommit clflushopt clwb avx512pf avx512er avx512cd
sha_ni xsaveopt xsavec xgetbv1 xsaves cqm_llc cqm_occup_llc clzero
`),
        },
      },
    },
  },
  {
    namespace: 'OS::Compute::Hypervisor',
    display_name: 'Hypervisor Selection',
    description: 'Which hypervisors an image is for.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Glance::Image' }],
    properties: {
      hypervisor_type: {
        title: 'Hypervisor type',
        type: 'string',
        enum: ['baremetal', 'hyperv', 'kvm', 'lxc', 'powervm', 'qemu', 'uml', 'vmware', 'vz', 'xen'],
      },
      vm_mode: { title: 'VM mode', type: 'string', enum: ['hvm', 'xen', 'uml', 'exe'] },
    },
  },
  {
    namespace: 'OS::Compute::Quota',
    display_name: 'Flavor Quota',
    description: 'Limits of processor, disks and network ports of the servers of a flavor.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Nova::Flavor' }],
    objects: [
      {
        name: 'CPU Limits',
        properties: {
          'quota:cpu_shares': { title: 'CPU shares', type: 'integer' },
          'quota:cpu_period': { title: 'CPU period', type: 'integer', minimum: 1000, maximum: 1000000 },
          'quota:cpu_quota': { title: 'CPU quota', type: 'integer' },
        },
      },
      {
        name: 'Disk QoS',
        properties: {
          'quota:disk_read_bytes_sec': { title: 'Disk read bytes per second', type: 'integer' },
          'quota:disk_read_iops_sec': { title: 'Disk read IOPS per second', type: 'integer' },
          'quota:disk_write_bytes_sec': { title: 'Disk write bytes per second', type: 'integer' },
          'quota:disk_write_iops_sec': { title: 'Disk write IOPS per second', type: 'integer' },
          'quota:disk_total_bytes_sec': { title: 'Disk total bytes per second', type: 'integer' },
          'quota:disk_total_iops_sec': { title: 'Disk total IOPS per second', type: 'integer' },
        },
      },
      {
        name: 'Virtual Interface QoS',
        properties: {
          'quota:vif_inbound_average': { title: 'VIF inbound average', type: 'integer' },
          'quota:vif_inbound_burst': { title: 'VIF inbound burst', type: 'integer' },
          'quota:vif_inbound_peak': { title: 'VIF inbound peak', type: 'integer' },
          'quota:vif_outbound_average': { title: 'VIF outbound average', type: 'integer' },
          'quota:vif_outbound_burst': { title: 'VIF outbound burst', type: 'integer' },
          'quota:vif_outbound_peak': { title: 'VIF outbound peak', type: 'integer' },
        },
      },
    ],
  },
  {
    namespace: 'OS::Compute::VTPM',
    display_name: 'Emulated Virtual TPM',
    description: 'Hosts that can emulate a trusted platform module, by their traits.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Nova::Flavor', prefix: 'traits:' },
      { name: 'OS::Glance::Image', prefix: 'traits:' },
    ],
    properties: {
      COMPUTE_SECURITY_TPM_1_2: { title: 'TPM 1.2', type: 'string', enum: ['required'], default: 'required' },
      COMPUTE_SECURITY_TPM_2_0: { title: 'TPM 2.0', type: 'string', enum: ['required'], default: 'required' },
    },
  },
]
