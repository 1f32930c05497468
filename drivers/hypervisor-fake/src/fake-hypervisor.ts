import { join } from 'node:path'
import type { Hypervisor } from '@nimbo/compute/driver/hypervisor'
import type { NodeInventory } from '@nimbo/compute/driver/node-inventory'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import { directoryStore, forgetfulStore } from './domain-store.ts'
import { type Failures, failures } from './failures.ts'
import { type FakeCpuTimes, fakeCpuTimes } from './fake-cpu-times.ts'
import type { FakePciDevice } from './fake-host-devices.ts'
import { type FakeHost, fakeHost } from './fake-host.ts'
import { type FakeVolumeCounts, fakeVolumeCounts } from './fake-volume-counts.ts'
import { obeyFaultFiles } from './fault-files.ts'

export interface FakeHypervisorOptions {
  /** The number of hosts, which are named `fake-1` and so on, or their names. */
  readonly hosts?: number | readonly string[]
  readonly vcpus?: number
  readonly memoryMb?: number
  readonly diskGb?: number
  /** The NUMA cells of every host; none by default. Their CPUs and memory replace `vcpus` and `memoryMb`. */
  readonly numaCells?: NodeInventory['numaCells']
  /** Where domains are stored, so that a restarted cloud finds its servers; in memory only without it. */
  readonly stateDirectory?: string
  /** The directory of files that make operations fail or wait (see `fault-files.ts`). */
  readonly faultsDirectory?: string
  readonly clock?: Clock
  /** The PCI devices of each host. */
  readonly pciDevices?: readonly FakePciDevice[]
}

/** Hosts without real guests, for tests, for development and for benchmarks. */
export interface FakeHypervisor {
  readonly hypervisors: readonly { readonly host: string; readonly driver: Hypervisor }[]
  /** Makes an operation fail on every host; returns itself for chaining. */
  failOn(...failure: Parameters<Failures['failOn']>): FakeHypervisor
  /** Simulates a guest that powers itself off, on any host. */
  guestPowersOff(id: ServerId): Promise<void>
  /** Simulates that a host cannot connect to its hypervisor. */
  cannotConnect(host: string, reason: string): void
  /** Sets how busy the CPUs of a host have been. */
  readonly cpuTimes: Pick<FakeCpuTimes, 'set'>
  /** Sets what guests did with a volume. */
  readonly volumeCounts: Pick<FakeVolumeCounts, 'set'>
}

export const fakeHypervisor = ({
  hosts = 1,
  vcpus = 64,
  memoryMb = 262_144,
  diskGb = 4_096,
  numaCells,
  stateDirectory,
  faultsDirectory,
  clock = systemClock,
  pciDevices = [],
}: FakeHypervisorOptions = {}): FakeHypervisor => {
  const plan = failures(faultsDirectory === undefined ? undefined : obeyFaultFiles(faultsDirectory))
  const names =
    typeof hosts === 'number' ? Array.from({ length: hosts }, (_, index) => `fake-${index + 1}`) : hosts
  const cpuTimes = fakeCpuTimes()
  const volumeCounts = fakeVolumeCounts()
  const made = names.map((host): readonly [string, FakeHost] => [
    host,
    fakeHost({
      nodes: [nodeOf(host, { ...roomOf(numaCells, { vcpus, memoryMb }), diskGb })],
      clock,
      failures: plan,
      pciDevices,
      cpuTimes: () => cpuTimes.of(host),
      volumeCounts,
      store: stateDirectory === undefined ? forgetfulStore : directoryStore(join(stateDirectory, host)),
      asideStore:
        stateDirectory === undefined ? forgetfulStore : directoryStore(join(stateDirectory, host, 'aside')),
    }),
  ])
  const hypervisor: FakeHypervisor = {
    cpuTimes,
    volumeCounts,
    hypervisors: made.map(([host, { driver }]) => ({ host, driver })),
    failOn: (...failure) => {
      plan.failOn(...failure)
      return hypervisor
    },
    cannotConnect: (name, reason) => {
      for (const [host, one] of made) if (host === name) one.cannotConnect(reason)
    },
    guestPowersOff: async (id) => {
      for (const [, host] of made) {
        const domains = await host.driver.host.list()
        if (domains.some((domain) => domain.id === id)) return host.guestPowersOff(id)
      }
      throw new Error(`no fake host has a domain ${id}`)
    },
  }
  return hypervisor
}

const roomOf = (
  cells: NodeInventory['numaCells'],
  otherwise: Pick<NodeInventory, 'vcpus' | 'memoryMb'>,
): Pick<NodeInventory, 'vcpus' | 'memoryMb' | 'numaCells'> =>
  cells === undefined
    ? otherwise
    : {
        vcpus: cells.reduce((sum, { cpus }) => sum + cpus.length, 0),
        memoryMb: cells.reduce((sum, { memoryMb }) => sum + memoryMb, 0),
        numaCells: cells,
      }

const nodeOf = (
  node: string,
  room: Pick<NodeInventory, 'vcpus' | 'memoryMb' | 'diskGb' | 'numaCells'>,
): NodeInventory => ({
  node,
  ...room,
  hypervisorType: 'fake',
  hypervisorVersion: 1_000_000,
  cpuInfo: {
    arch: 'x86_64',
    model: 'fake',
    vendor: 'Nimbo',
    topology: { sockets: 1, cores: room.vcpus, threads: 1 },
  },
  traits: [
    ...['COMPUTE_NODE', 'COMPUTE_VOLUME_ATTACH', 'COMPUTE_NET_ATTACH_INTERFACE', 'COMPUTE_RESCUE_BFV'],
    ...['COMPUTE_SECURITY_TPM_1_2', 'COMPUTE_SECURITY_TPM_2_0', 'COMPUTE_SECURITY_TPM_TIS'],
    ...['COMPUTE_SECURITY_TPM_CRB', 'COMPUTE_SECURITY_TPM_SECRET_SECURITY_DEPLOYMENT'],
  ],
  supportedInstances: [
    ['x86_64', 'fake', 'hvm'],
    ['x86_64', 'qemu', 'hvm'],
    ['aarch64', 'fake', 'hvm'],
  ],
})
