import type { CpuTimes } from '@nimbo/compute/driver/cpu-times'
import { type Hypervisor, type LifecycleEvent, powerStates } from '@nimbo/compute/driver/hypervisor'
import type { NodeInventory } from '@nimbo/compute/driver/node-inventory'
import type { Clock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import { domainBook } from './domain-book.ts'
import type { DomainStore } from './domain-store.ts'
import type { Failures } from './failures.ts'
import { fakeAddresses } from './fake-addresses.ts'
import { fakeConsoles } from './fake-consoles.ts'
import { fakeCopies } from './fake-copies.ts'
import { fakeDevices } from './fake-devices.ts'
import { fakeDiagnoses } from './fake-diagnoses.ts'
import { type FakePciDevice, fakeHostDevices } from './fake-host-devices.ts'
import { fakeLive } from './fake-live.ts'
import { fakeMoves } from './fake-moves.ts'
import { fakePower, fakeSpawning } from './fake-power.ts'
import type { FakeVolumeCounts } from './fake-volume-counts.ts'
import { fakeTpms } from './fake-tpms.ts'
import { fakeQuiescing } from './fake-quiescing.ts'

export interface FakeHostOptions {
  readonly nodes: readonly NodeInventory[]
  readonly clock: Clock
  readonly store: DomainStore
  /** The store of servers whose disks are kept after they moved. */
  readonly asideStore: DomainStore
  readonly failures: Failures
  readonly pciDevices: readonly FakePciDevice[]
  readonly cpuTimes: () => CpuTimes
  readonly volumeCounts: Pick<FakeVolumeCounts, 'of'>
}

/** A hypervisor, with a method that simulates an action of the guest. */
export interface FakeHost {
  readonly driver: Hypervisor
  /** Simulates a guest that powers itself off, as with `poweroff` at its prompt. */
  guestPowersOff(id: ServerId): Promise<void>
  /** Simulates an attempt to connect to the hypervisor that fails. */
  cannotConnect(reason: string): void
}

const nobody = (): void => {}

/** A host without real guests: it records domains like a hypervisor, and fails on request. */
export const fakeHost = ({
  nodes,
  clock,
  store,
  asideStore,
  failures,
  pciDevices,
  cpuTimes,
  volumeCounts,
}: FakeHostOptions): FakeHost => {
  const book = domainBook(store, clock)
  const asides = domainBook(asideStore, clock)
  let tell: (event: LifecycleEvent) => void = nobody
  let tellUnreachable: (reason: unknown) => void = nobody
  const parts = { book, failures, tpms: fakeTpms() }
  const consoles = fakeConsoles(book)
  const spawning = fakeSpawning(parts)
  const driver: Hypervisor = {
    host: {
      open: async (onEvent, onUnreachable = nobody) => {
        tell = onEvent
        tellUnreachable = onUnreachable
        await book.load()
        await asides.load()
      },
      close: async () => {
        tell = nobody
        tellUnreachable = nobody
        consoles.closeAll()
      },
      inventory: async () => nodes,
      list: async () => book.all().map(({ id, power }) => ({ id, power })),
      baseImages: async () => [...book.all(), ...asides.all()].flatMap(({ baseImage }) => baseImage ?? []),
      cpuTimes: async () => cpuTimes(),
    },
    spawning: {
      ...spawning,
      destroy: async (id) => {
        await spawning.destroy(id)
        await asides.remove(id)
        consoles.close(id)
      },
    },
    power: fakePower(parts),
    copies: fakeCopies(parts),
    quiesces: fakeQuiescing(parts),
    consoles: consoles.serves,
    diagnoses: fakeDiagnoses(parts, volumeCounts),
    devices: fakeDevices(parts),
    finding: fakeAddresses(book),
    moves: fakeMoves({ ...parts, asides }),
    hostDevices: fakeHostDevices(pciDevices),
    live: fakeLive({ ...parts, asides }),
  }
  return {
    driver,
    cannotConnect: (reason) => tellUnreachable(new Error(reason)),
    guestPowersOff: async (id) => {
      await book.write({ ...book.need(id), power: powerStates.shutdown }, 'the guest powered off')
      tell({ id, event: 'stopped' })
    },
  }
}
