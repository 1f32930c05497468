import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { NodeInventory } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import { cpuTraits } from '@nimbo/local-guests/cpu-traits'
import type { DriverDeps } from './driver-deps.ts'
import { readCapabilities } from './host-capabilities.ts'

/** What this driver can do, as standard traits. */
const abilities: readonly string[] = [
  'COMPUTE_NODE',
  'COMPUTE_VOLUME_ATTACH',
  'COMPUTE_NET_ATTACH_INTERFACE',
  'COMPUTE_IMAGE_TYPE_QCOW2',
  'COMPUTE_IMAGE_TYPE_RAW',
  'COMPUTE_STORAGE_BUS_VIRTIO',
  'COMPUTE_STORAGE_BUS_SCSI',
  'COMPUTE_STORAGE_BUS_SATA',
  'COMPUTE_STORAGE_BUS_IDE',
  'COMPUTE_STORAGE_BUS_USB',
  'COMPUTE_NET_VIF_MODEL_VIRTIO',
  'COMPUTE_NET_VIF_MODEL_E1000',
  'COMPUTE_NET_VIF_MODEL_RTL8139',
  'COMPUTE_GRAPHICS_MODEL_VGA',
  'COMPUTE_GRAPHICS_MODEL_CIRRUS',
  'COMPUTE_GRAPHICS_MODEL_VIRTIO',
]

const gigabyte = 1024 ** 3

/**
 * The one node of this driver. Memory is the kernel's figure, since libvirtd remembers that of its own start and hosts
 * may grow. The traits of the host's CPU are promised only where guests run on it (KVM).
 */
export const hostInventory =
  ({ session, virtType, instancesDir }: DriverDeps, node: string | undefined) =>
  async (): Promise<readonly NodeInventory[]> => {
    const host = await session.call(procedures.nodeGetInfo, undefined)
    const { hostname } = await session.call(procedures.connectGetHostname, undefined)
    const { version } = await session.call(procedures.connectGetVersion, undefined)
    const { xml } = await session.call(procedures.connectGetCapabilities, undefined)
    const capabilities = readCapabilities(xml)
    const disk = await statfs(instancesDir)
    const kvm = (await virtType()) === 'kvm'
    return [
      {
        node: node ?? hostname,
        vcpus: host.cpus,
        memoryMb: Math.floor(totalmem() / 1024 ** 2),
        diskGb: Math.floor((disk.blocks * disk.bsize) / gigabyte),
        hypervisorType: 'QEMU',
        hypervisorVersion: Number(version),
        cpuInfo: capabilities.cpuInfo,
        traits: [...abilities, ...cpuTraits(kvm ? capabilities.cpuFeatures : [])],
        supportedInstances: capabilities.guests.filter(([, type]) => kvm || type !== 'kvm'),
      },
    ]
  }
