import { access, rename, rm } from 'node:fs/promises'
import type { ServerId } from '@nimbo/kernel/ids'
import { asideDirectory, disksAsideIn, dropFlattened, serversAside } from './disks-aside.ts'
import type { DisksAside, GuestOrder } from './guest-order.ts'
import { makeLocalDisks } from './local-disks.ts'
import {
  claimServerDirectory,
  dropServerDirectory,
  isOfAnotherHost,
  removeServerDirectory,
} from './server-directory.ts'
import { serverPaths } from './server-paths.ts'
import { takeDisks } from './take-disks.ts'

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * State of guests that the hypervisor keeps outside of their directories. In a move it is a file in the server's directory, which
 * travels like a disk.
 */
export interface StateElsewhere<Order> {
  /** Copies the state of a guest that is off into the server's directory; nothing if there is none. */
  save(id: ServerId, directory: string): Promise<void>
  /**
   * Puts the state from the server's directory back in its place, unless there is some already or the order has no use for it; then
   * removes it from the directory.
   */
  restore(order: Order, directory: string): Promise<void>
}

/** What a hypervisor does with a server whose files are moved. All methods are idempotent. */
export interface MovedGuests<Order extends GuestOrder> {
  /** Whether the hypervisor has a domain of the server, running or not. */
  knows(id: ServerId): Promise<boolean>
  runs(id: ServerId): Promise<boolean>
  powerOff(id: ServerId, timeoutSeconds: number): Promise<void>
  powerOn(order: Order): Promise<void>
  /** Powers the guest off; its domain stays. */
  unplug(id: ServerId): Promise<void>
  /** Powers the guest off and deletes its domain and its state elsewhere, but not its files. */
  forget(id: ServerId): Promise<void>
  /** Defines the domain without starting it. */
  define(order: Order): Promise<void>
  start(order: Order, plugged: () => Promise<void>): Promise<void>
  /** Left out by hypervisors that keep everything in the servers' directories. */
  readonly elsewhere?: StateElsewhere<Order>
}

/** How to create a server from kept disks. */
interface Wanted<Order> {
  readonly order: Order
  readonly running: boolean
  readonly plugged: () => Promise<void>
}

/** Where servers' files are, and the host's name: the directory may be on shared storage. */
interface ServersOfHost {
  readonly instancesDir: string
  readonly host: string
}

/**
 * Moves servers by their files: keeping disks means renaming the server's directory. The destination reads the disks range by
 * range over the bus, so hosts need no access to each other's files.
 */
export const movesByFiles = <Order extends GuestOrder>(
  { instancesDir, host }: ServersOfHost,
  guests: MovedGuests<Order>,
) => ({
  setAside: async (id: ServerId, timeoutSeconds: number): Promise<void> => {
    const aside = asideDirectory(instancesDir, id)
    if (await isThere(aside)) return
    const { directory } = serverPaths(instancesDir, id)
    if (await guests.knows(id)) {
      await guests.powerOff(id, timeoutSeconds)
      await guests.elsewhere?.save(id, directory)
    }
    await guests.forget(id)
    // A host that was killed while it brought the server back has left the disk as it was at that move.
    await dropFlattened(directory)
    await rename(directory, aside)
  },
  aside: disksAsideIn(instancesDir),
  listAside: async (): Promise<readonly ServerId[]> => {
    const aside: ServerId[] = []
    for (const id of await serversAside(instancesDir))
      if (!(await isOfAnotherHost(asideDirectory(instancesDir, id), host))) aside.push(id)
    return aside
  },
  takeOver: async (disks: DisksAside, { order, running, plugged }: Wanted<Order>): Promise<void> => {
    const paths = serverPaths(instancesDir, order.id)
    if (await guests.runs(order.id)) return
    await guests.unplug(order.id)
    await claimServerDirectory(paths.directory, host)
    await takeDisks(disks, order, paths.directory)
    // Disks that only the new flavor has.
    await makeLocalDisks(order, paths)
    await guests.elsewhere?.restore(order, paths.directory)
    if (running) await guests.start(order, plugged)
    else await guests.define(order)
  },
  bringBack: async (order: Order, running: boolean): Promise<void> => {
    const { directory } = serverPaths(instancesDir, order.id)
    const aside = asideDirectory(instancesDir, order.id)
    if (await isThere(aside)) {
      await guests.forget(order.id)
      await rm(directory, { recursive: true, force: true })
      await rename(aside, directory)
      await dropFlattened(directory)
    }
    await guests.elsewhere?.restore(order, directory)
    if (running) await guests.powerOn(order)
    else if (!(await guests.knows(order.id))) await guests.define(order)
  },
  forgetAside: (id: ServerId): Promise<void> => removeServerDirectory(asideDirectory(instancesDir, id), host),
  abandon: async (id: ServerId): Promise<void> => {
    await guests.forget(id)
    await dropServerDirectory(serverPaths(instancesDir, id).directory, host)
  },
})
