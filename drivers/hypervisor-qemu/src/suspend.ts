import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type PowersServers, powerStates } from '@nimbo/compute/driver/hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import { pause, withDeadline } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import { errors as known } from '@nimbo/local-guests/errors'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { read } from '@nimbo/qmp/reading'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from './errors.ts'
import { guestPaths, memorySocket } from './guest-paths.ts'
import type { LiveGuest } from './guests.ts'
import { openGuest } from './start-guest.ts'

/** In milliseconds; long enough to write or read the memory of a large guest. */
const memoryTimeoutMs = 540_000
const lookEveryMs = 100

/** Effectively unlimited: QEMU would otherwise limit its bandwidth as for a shared network. */
const bytesPerSecond = 8 * 1024 ** 3

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const socketOf = ({ process: { pid } }: LiveGuest): string => `/proc/${pid}/cwd/${memorySocket}`

/** Accepts one connection on the socket and writes what it sends to the file. */
const receiveOnce = async (socketPath: string, file: string) => {
  await rm(socketPath, { force: true })
  const taken = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    server.close()
    pipeline(socket, createWriteStream(file, { mode: 0o600 })).then(taken.resolve, taken.reject)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path: socketPath }, resolve)
  })
  // The error is reported where the promise is awaited; when sending fails, it never is.
  taken.promise.catch(() => {})
  return { taken: taken.promise, [Symbol.asyncDispose]: async () => void server.close() }
}

const migrated = async (qmp: QmpConnection, clock: Clock): Promise<void> => {
  for (const end = clock.now() + memoryTimeoutMs; clock.now() < end; await pause(clock, lookEveryMs)) {
    const told = read.object(await qmp.execute('query-migrate'), 'migration')
    if (told.status === 'completed') return
    if (told.status === 'failed' || told.status === 'cancelled')
      throw errors.SuspendFailed({ reason: String(told['error-desc'] ?? told.status) })
  }
  throw errors.SuspendFailed({ reason: 'it took too long' })
}

/** Suspends servers: QEMU migrates the memory to a socket, from which it is written to a file. */
export const suspendsServers = (
  deps: DriverDeps,
  powerOn: PowersServers['powerOn'],
): Pick<PowersServers, 'suspend' | 'resume'> => {
  const { guests, clock, instancesDir } = deps
  const open = openGuest(deps)

  const save = async (guest: LiveGuest): Promise<void> => {
    const { qmp, paths } = guest
    const unfinished = `${paths.memory}.part`
    await using receiving = await receiveOnce(socketOf(guest), unfinished)
    await qmp.execute('migrate-set-parameters', { 'max-bandwidth': bytesPerSecond })
    await qmp.execute('stop')
    try {
      await qmp.execute('migrate', { uri: `unix:${memorySocket}` })
      await migrated(qmp, clock)
      await withDeadline('writing the memory', memoryTimeoutMs, receiving.taken, clock)
    } catch (error) {
      await qmp.execute('migrate_cancel').catch(() => {})
      await qmp.execute('cont').catch(() => {})
      throw error
    }
    await rename(unfinished, paths.memory)
  }

  const load = async (guest: LiveGuest): Promise<void> => {
    const { qmp, paths } = guest
    await qmp.execute('migrate-incoming', { uri: `unix:${memorySocket}` })
    const connection = createConnection({ path: socketOf(guest) })
    await once(connection, 'connect')
    // QEMU may close the connection before it was sent the end of the file, so only QEMU tells whether it has the memory.
    pipeline(createReadStream(paths.memory), connection).catch(() => {})
    await migrated(qmp, clock)
  }

  return {
    suspend: async (id) => {
      const { memory } = guestPaths(instancesDir, id)
      const guest = await guests.find(id)
      // Saved memory that is complete is kept, even when an earlier process ended before QEMU did.
      if (guest !== undefined && !(await isThere(memory))) await save(guest)
      if (!(await isThere(memory))) throw known.InstanceNotFound({ instanceId: id })
      await guests.unplug(id)
    },
    resume: async (order) => {
      const paths = guestPaths(instancesDir, order.id)
      if ((await guests.power(order.id)) === powerStates.running) return
      if (!(await isThere(paths.memory))) return powerOn(order)
      await guests.unplug(order.id)
      try {
        const guest = await open(order, ['-incoming', 'defer'])
        await load(guest)
        // From here on the disks change, so the saved memory no longer matches them.
        await rm(paths.memory)
        await guest.qmp.execute('cont')
      } catch (error) {
        await guests.unplug(order.id)
        throw known.InstancePowerOnFailure(
          { instanceId: order.id, reason: `it does not go on from its saved memory: ${messageOf(error)}` },
          { cause: error },
        )
      }
    },
  }
}
