import type { KnownNamespace } from './known-namespace.ts'
import { words } from './listed-words.ts'

/** Namespaces for hypervisors other than QEMU. */
export const vmwareNamespaces: readonly KnownNamespace[] = [
  {
    namespace: 'OS::Compute::VMwareFlavor',
    display_name: 'VMware Driver Options for Flavors',
    description: 'What VMware hosts do for servers of a flavor.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Nova::Flavor' }],
    properties: {
      'vmware:hw_version': {
        title: 'Hardware version',
        type: 'string',
        enum: ['vmx-13', 'vmx-11', 'vmx-10', 'vmx-09', 'vmx-08', 'vmx-07', 'vmx-04', 'vmx-03'],
      },
      'vmware:storage_policy': { title: 'Storage policy', type: 'string' },
    },
  },
  {
    namespace: 'OS::Compute::VMwareQuotaFlavor',
    display_name: 'VMware Quota for Flavors',
    description: 'Processor limits of the servers of a flavor on VMware hosts.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Nova::Flavor' }],
    properties: {
      'quota:cpu_limit': { title: 'CPU limit', type: 'integer', minimum: 0 },
      'quota:cpu_reservation': { title: 'CPU reservation', type: 'integer', minimum: 0 },
    },
  },
  {
    namespace: 'OS::Compute::VMware',
    display_name: 'VMware Driver Options',
    description: 'How VMware hosts treat an image.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Glance::Image' }],
    properties: {
      img_linked_clone: { title: 'Linked clone', type: 'boolean' },
      vmware_adaptertype: {
        title: 'Adapter type',
        type: 'string',
        enum: ['lsiLogic', 'lsiLogicsas', 'paraVirtual', 'busLogic', 'ide'],
        default: 'lsiLogic',
      },
      vmware_disktype: {
        title: 'Disk type',
        type: 'string',
        enum: ['streamOptimized', 'sparse', 'preallocated'],
        default: 'preallocated',
      },
      vmware_ostype: {
        title: 'OS type',
        type: 'string',
        enum: words(`
asianux3_64Guest asianux3Guest asianux4_64Guest asianux4Guest asianux5_64Guest asianux7_64Guest
centos64Guest centosGuest centos6Guest centos6_64Guest centos7_64Guest coreos64Guest
darwin10_64Guest darwin10Guest darwin11_64Guest darwin11Guest darwin12_64Guest darwin13_64Guest
darwin14_64Guest darwin15_64Guest darwin16_64Guest darwin64Guest darwinGuest debian4_64Guest
debian4Guest debian5_64Guest debian5Guest debian6_64Guest debian6Guest debian7_64Guest debian7Guest
debian8_64Guest debian8Guest debian9_64Guest debian9Guest debian10_64Guest debian10Guest dosGuest
eComStation2Guest eComStationGuest fedora64Guest fedoraGuest freebsd64Guest freebsdGuest
genericLinuxGuest mandrakeGuest mandriva64Guest mandrivaGuest netware4Guest netware5Guest
netware6Guest nld9Guest oesGuest openServer5Guest openServer6Guest opensuse64Guest opensuseGuest
oracleLinux64Guest oracleLinuxGuest oracleLinux6Guest oracleLinux6_64Guest oracleLinux7_64Guest
os2Guest other24xLinux64Guest other24xLinuxGuest other26xLinux64Guest other26xLinuxGuest
other3xLinux64Guest other3xLinuxGuest otherGuest otherGuest64 otherLinux64Guest otherLinuxGuest
redhatGuest rhel2Guest rhel3_64Guest rhel3Guest rhel4_64Guest rhel4Guest rhel5_64Guest rhel5Guest
rhel6_64Guest rhel6Guest rhel7_64Guest rhel7Guest sjdsGuest sles10_64Guest sles10Guest
sles11_64Guest sles11Guest sles12_64Guest sles12Guest sles64Guest slesGuest solaris10_64Guest
solaris10Guest solaris11_64Guest solaris6Guest solaris7Guest solaris8Guest solaris9Guest
turboLinux64Guest turboLinuxGuest ubuntu64Guest ubuntuGuest unixWare7Guest vmkernel5Guest
vmkernel6Guest vmkernel65Guest vmkernelGuest vmwarePhoton64Guest win2000AdvServGuest win2000ProGuest
win2000ServGuest win31Guest win95Guest win98Guest windows7_64Guest windows7Guest
windows7Server64Guest windows8_64Guest windows8Guest windows8Server64Guest windows9_64Guest
windows9Guest windows9Server64Guest windowsHyperVGuest winLonghorn64Guest winLonghornGuest
winMeGuest winNetBusinessGuest winNetDatacenter64Guest winNetDatacenterGuest winNetEnterprise64Guest
winNetEnterpriseGuest winNetStandard64Guest winNetStandardGuest winNetWebGuest winNTGuest
winVista64Guest winVistaGuest winXPHomeGuest winXPPro64Guest winXPProGuest
`),
        default: 'otherGuest',
      },
      hw_vif_model: {
        title: 'VIF model',
        type: 'string',
        enum: [
          'e1000',
          'e1000e',
          'VirtualE1000',
          'VirtualE1000e',
          'VirtualPCNet32',
          'VirtualVmxnet',
          'VirtualVmxnet3',
        ],
        default: 'e1000',
      },
      hw_vif_multiqueue_enabled: { title: 'VIF multiqueue enabled', type: 'string', enum: ['true', 'false'] },
    },
  },
  {
    namespace: 'OS::Compute::XenAPI',
    display_name: 'XenAPI Driver Options',
    description: 'How XenServer hosts treat an image.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Glance::Image' }],
    properties: { auto_disk_config: { title: 'Resize the disk automatically', type: 'boolean' } },
  },
]
