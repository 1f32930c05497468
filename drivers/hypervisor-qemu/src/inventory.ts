import { readFile, statfs } from 'node:fs/promises'
import { availableParallelism, cpus, hostname, totalmem } from 'node:os'
import type { NodeInventory } from '@nimbo/compute/driver/hypervisor'
import { cpuTraits } from '@nimbo/local-guests/cpu-traits'
import { runCommand } from '@nimbo/local-guests/run-command'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from './errors.ts'

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

/** From here on it takes devices and interfaces written as JSON, which is what it is given. */
const oldestMajor = 7

/** Six digits and more, as libvirt has it: 7.2.22 is 7002022. Throws where there is no QEMU, or one that is too old. */
export const qemuVersion = async (program: string): Promise<number> => {
  const said = await runCommand(program, ['--version'], 30_000)
  const [, major = 0, minor = 0, micro = 0] = (said.match(/version (\d+)\.(\d+)\.(\d+)/) ?? []).map(Number)
  if (major < oldestMajor)
    throw errors.QemuFailed({
      reason: `version ${oldestMajor} is the oldest that will do; there is: ${said}`,
    })
  return major * 1_000_000 + minor * 1_000 + micro
}

/** The kernel spells some features another way than libvirt, whose spelling the traits go by. */
const hostFeatures = async (): Promise<readonly string[]> => {
  const flags = (await readFile('/proc/cpuinfo', 'utf8')).match(/^flags\s*:(.*)$/m)?.[1] ?? ''
  return flags
    .trim()
    .split(/\s+/)
    .map((flag) =>
      flag
        .replace('sse4_', 'sse4.')
        .replace('sha_ni', 'sha-ni')
        .replace(/^avx512_/, 'avx512'),
    )
}

/** The one node of this driver. The traits of the host's CPU are promised only where guests run on it (KVM). */
export const hostInventory =
  ({ qemu, virtType, instancesDir }: DriverDeps, node: string | undefined) =>
  async (): Promise<readonly NodeInventory[]> => {
    const kvm = (await virtType()) === 'kvm'
    const disk = await statfs(instancesDir)
    const [first] = cpus()
    const vcpus = availableParallelism()
    return [
      {
        node: node ?? hostname(),
        vcpus,
        memoryMb: Math.floor(totalmem() / 1024 ** 2),
        diskGb: Math.floor((disk.blocks * disk.bsize) / gigabyte),
        hypervisorType: 'QEMU',
        hypervisorVersion: await qemuVersion(qemu),
        cpuInfo: {
          arch: 'x86_64',
          model: first?.model ?? 'unknown',
          topology: { cells: 1, sockets: 1, cores: vcpus, threads: 1 },
        },
        traits: [...abilities, ...cpuTraits(kvm ? await hostFeatures() : [])],
        supportedInstances: [['x86_64', 'qemu', 'hvm'], ...(kvm ? [['x86_64', 'kvm', 'hvm'] as const] : [])],
      },
    ]
  }
