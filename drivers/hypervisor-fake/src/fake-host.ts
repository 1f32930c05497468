import {
  type Hypervisor,
  type LifecycleEvent,
  type NodeInventory,
  powerStates,
} from '@nimbo/compute/driver/hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import { domainBook } from './domain-book.ts'
import type { DomainStore } from './domain-store.ts'
import type { Failures } from './failures.ts'
import { fakeCopies } from './fake-copies.ts'
import { fakeDevices } from './fake-devices.ts'
import { fakePower, fakeSpawning } from './fake-power.ts'

export interface FakeHostOptions {
  readonly nodes: readonly NodeInventory[]
  readonly clock: Clock
  readonly store: DomainStore
  readonly failures: Failures
}

/** A hypervisor, and a way to let its guests act by themselves. */
export interface FakeHost {
  readonly driver: Hypervisor
  /** The guest powers itself off, as by `poweroff` at its prompt. */
  guestPowersOff(id: ServerId): Promise<void>
}

const nobody = (): void => {}

/** One host without any guest: it keeps the books of a hypervisor truly, and fails where it is told to. */
export const fakeHost = ({ nodes, clock, store, failures }: FakeHostOptions): FakeHost => {
  const book = domainBook(store, clock)
  let tell: (event: LifecycleEvent) => void = nobody
  const parts = { book, failures }
  const driver: Hypervisor = {
    host: {
      open: async (onEvent) => {
        tell = onEvent
        await book.load()
      },
      close: async () => {
        tell = nobody
      },
      inventory: async () => nodes,
      list: async () => book.all().map(({ id, power }) => ({ id, power })),
    },
    spawning: fakeSpawning(parts),
    power: fakePower(parts),
    copies: fakeCopies(parts),
    consoles: {
      consoleOutput: async (id, maxBytes) => {
        const text = Buffer.from(`${book.need(id).log.join('\n')}\n`)
        return text.subarray(Math.max(text.length - maxBytes, 0)).toString('utf8')
      },
      vncConsole: async () => undefined,
    },
    devices: fakeDevices(parts),
  }
  return {
    driver,
    guestPowersOff: async (id) => {
      await book.write({ ...book.need(id), power: powerStates.shutdown }, 'the guest powered off')
      tell({ id, event: 'stopped' })
    },
  }
}
