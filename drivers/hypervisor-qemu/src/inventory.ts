import { readFile } from 'node:fs/promises'
import { availableParallelism, cpus, hostname } from 'node:os'
import type { NodeInventory } from '@nimbo/compute/driver/node-inventory'
import { qemuHostInventory } from '@nimbo/local-guests/host-inventory'
import { runCommand } from '@nimbo/local-guests/run-command'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from './errors.ts'

/** The first major version that accepts devices and network back ends as JSON, which this driver passes. */
const oldestMajor = 7

/** QEMU's version as a number as in libvirt: 7.2.22 is 7002022. Throws when QEMU is missing or too old. */
export const qemuVersion = async (program: string): Promise<number> => {
  const said = await runCommand(program, ['--version'], 30_000)
  const [, major = 0, minor = 0, micro = 0] = (said.match(/version (\d+)\.(\d+)\.(\d+)/) ?? []).map(Number)
  if (major < oldestMajor)
    throw errors.QemuFailed({
      reason: `version ${oldestMajor} is the oldest that will do; there is: ${said}`,
    })
  return major * 1_000_000 + minor * 1_000 + micro
}

/** The CPU features of the host; some have other names in the kernel than in libvirt, whose names the traits use. */
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

/** The inventory of this driver's only node. */
export const hostInventory =
  ({ qemu, virtType, instancesDir }: DriverDeps, node: string | undefined) =>
  async (): Promise<readonly NodeInventory[]> => {
    const kvm = (await virtType()) === 'kvm'
    const [first] = cpus()
    const vcpus = availableParallelism()
    return [
      {
        node: node ?? hostname(),
        vcpus,
        ...(await qemuHostInventory(instancesDir, kvm ? await hostFeatures() : [])),
        hypervisorVersion: await qemuVersion(qemu),
        cpuInfo: {
          arch: 'x86_64',
          model: first?.model ?? 'unknown',
          topology: { cells: 1, sockets: 1, cores: vcpus, threads: 1 },
        },
        supportedInstances: [['x86_64', 'qemu', 'hvm'], ...(kvm ? [['x86_64', 'kvm', 'hvm'] as const] : [])],
      },
    ]
  }
