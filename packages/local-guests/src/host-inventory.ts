import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { cpuTraits } from './cpu-traits.ts'

/** Features of QEMU guests as standard traits. */
const abilities: readonly string[] = [
  'COMPUTE_NODE',
  'COMPUTE_VOLUME_ATTACH',
  'COMPUTE_NET_ATTACH_INTERFACE',
  'COMPUTE_RESCUE_BFV',
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

/** The formats of images that guests boot from: as they are, or once they are converted. */
const imageFormats = ['AKI', 'AMI', 'ARI', 'ISO', 'QCOW2', 'RAW', 'VDI', 'VHD', 'VHDX', 'VMDK'] as const

/** The architecture of guests, which is that of the host. */
const architecture = process.arch === 'arm64' ? 'AARCH64' : 'X86_64'

const gigabyte = 1024 ** 3

/**
 * The inventory of a host with QEMU guests: memory, the size of the disk with guests' files, and traits. CPU traits only apply
 * with KVM; pass no `cpuFeatures` otherwise.
 */
export const qemuHostInventory = async (instancesDir: string, cpuFeatures: readonly string[]) => {
  const disk = await statfs(instancesDir)
  return {
    memoryMb: Math.floor(totalmem() / 1024 ** 2),
    diskGb: Math.floor((disk.blocks * disk.bsize) / gigabyte),
    hypervisorType: 'QEMU',
    traits: [
      ...abilities,
      ...imageFormats.map((format) => `COMPUTE_IMAGE_TYPE_${format}`),
      ...[`HW_ARCH_${architecture}`, `COMPUTE_ARCH_${architecture}`],
      ...cpuTraits(cpuFeatures),
    ],
  }
}
