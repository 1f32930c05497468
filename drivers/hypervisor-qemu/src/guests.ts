import { readdir } from 'node:fs/promises'
import {
  type DomainState,
  type LifecycleEvent,
  type PowerState,
  powerStates,
} from '@nimbo/compute/driver/hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import { isUuid, type ServerId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import { type RunningProcess, stillRuns } from '@nimbo/kernel/running-process'
import { errors as known } from '@nimbo/local-guests/errors'
import { endsWithin, kill, lastWords } from '@nimbo/qmp/detached-program'
import { connectQmp, type QmpConnection } from '@nimbo/qmp/connection'
import { read } from '@nimbo/qmp/reading'
import { type GuestPaths, guestPaths, monitorSocket } from './guest-paths.ts'
import { readRecord } from './guest-record.ts'
import { eventOf, shutsDown } from './lifecycle-events.ts'
import { runningQemu } from './qemu-process.ts'
import { errors } from './errors.ts'

const commandTimeoutMs = 30_000
/** QEMU opens its monitor first when it starts, but answers there last; that takes long on a loaded host. */
const startTimeoutMs = 120_000
const lookEveryMs = 50
const quitWithinMs = 10_000
const dieWithinMs = 30_000

/** A guest whose QEMU runs and responds. */
export interface LiveGuest {
  readonly id: ServerId
  readonly paths: GuestPaths
  readonly process: RunningProcess
  readonly qmp: QmpConnection
}

/** Finds guests by id: those with files in the driver's directory. */
export interface Guests {
  /** Whether the guest exists, running or not. */
  knows(id: ServerId): Promise<boolean>
  /** Undefined when its QEMU does not run. */
  find(id: ServerId): Promise<LiveGuest | undefined>
  /** Throws `InstanceNotFound` when its QEMU does not run. */
  get(id: ServerId): Promise<LiveGuest>
  /** Waits until a QEMU that was just started responds. Throws with its error output when it exits instead. */
  greet(id: ServerId, started: RunningProcess): Promise<LiveGuest>
  power(id: ServerId): Promise<PowerState>
  /** Whether the guest reaches the state `wanted` in time. */
  reaches(id: ServerId, wanted: PowerState, timeoutMs: number): Promise<boolean>
  /** Ends its QEMU, by SIGKILL if necessary. Idempotent. */
  unplug(id: ServerId): Promise<void>
  list(): Promise<readonly DomainState[]>
  /** Closes the connections to all guests, which keep running. */
  close(): void
}

export interface GuestsOptions {
  readonly instancesDir: string
  readonly clock: Clock
  readonly log: Log
  readonly onEvent: (event: LifecycleEvent) => void
}

const isServerId = (name: string): name is ServerId => isUuid(name)

/** The ids of servers with any files in the directory. */
export const serversIn = async (instancesDir: string): Promise<readonly ServerId[]> =>
  (await readdir(instancesDir)).filter(isServerId)

const powerOf = (status: string): PowerState => {
  switch (status) {
    case 'running':
      return powerStates.running
    case 'suspended':
      return powerStates.suspended
    case 'shutdown':
      return powerStates.shutdown
    case 'internal-error':
    case 'guest-panicked':
      return powerStates.crashed
    default:
      return powerStates.paused
  }
}

export const qemuGuests = ({ instancesDir, clock, log, onEvent }: GuestsOptions): Guests => {
  const live = new Map<ServerId, Promise<LiveGuest | undefined>>()
  let closed = false

  /**
   * Connects to the monitor through `/proc/<pid>/cwd`, since the paths of Unix sockets are limited in length and those of
   * directories are not.
   */
  const connect = async (id: ServerId, paths: GuestPaths, running: RunningProcess): Promise<LiveGuest> => {
    let shutDown = false
    const qmp = await connectQmp({
      path: `/proc/${running.pid}/cwd/${monitorSocket}`,
      clock,
      timeoutMs: commandTimeoutMs,
      onEvent: (message) => {
        if (shutsDown(message)) shutDown = true
        const event = eventOf(message)
        if (event !== undefined && !closed) onEvent({ id, event })
      },
    })
    void qmp.closed.then(async (reason) => {
      live.delete(id)
      if (closed) return
      if (await endsWithin(running, quitWithinMs, clock))
        onEvent({ id, event: shutDown ? 'stopped' : 'crashed' })
      else log.warn({ server: id, reason: reason.message }, 'lost the monitor of a guest that runs on')
    })
    return { id, paths, process: running, qmp }
  }

  const keep = (id: ServerId, opening: Promise<LiveGuest | undefined>) => {
    live.set(id, opening)
    const forget = () => {
      if (live.get(id) === opening) live.delete(id)
    }
    opening.then((guest) => guest ?? forget(), forget)
    return opening
  }

  const find: Guests['find'] = async (id) => {
    if (closed) throw new Error('the hypervisor driver is closed')
    const paths = guestPaths(instancesDir, id)
    const opened = live.get(id)
    if (opened) return opened
    const look = async () => {
      const running = await runningQemu(paths, id)
      return running && connect(id, paths, running)
    }
    return keep(id, look())
  }

  const greet: Guests['greet'] = async (id, started) => {
    const paths = guestPaths(instancesDir, id)
    const end = clock.now() + startTimeoutMs
    const attempt = async (): Promise<LiveGuest> => {
      for (;;) {
        try {
          return await connect(id, paths, started)
        } catch (error) {
          if (!(await stillRuns(started))) throw errors.QemuFailed({ reason: await lastWords(paths) })
          if (clock.now() > end) {
            kill(started)
            throw errors.QemuFailed({ reason: messageOf(error) }, { cause: error })
          }
        }
        await pause(clock, lookEveryMs)
      }
    }
    const greeted = attempt()
    keep(id, greeted)
    return greeted
  }

  const knows: Guests['knows'] = async (id) => (await readRecord(guestPaths(instancesDir, id))) !== undefined

  const power: Guests['power'] = async (id) => {
    const guest = await find(id)
    if (guest === undefined) return (await knows(id)) ? powerStates.shutdown : powerStates.noState
    try {
      return powerOf(
        read.text(read.object(await guest.qmp.execute('query-status'), 'status').status, 'status'),
      )
    } catch (error) {
      if (await stillRuns(guest.process)) throw error
      return powerStates.shutdown
    }
  }

  /** The power state for a list of all guests, which must not depend on each of them. */
  const powerInList = async (id: ServerId): Promise<PowerState> => {
    try {
      return await power(id)
    } catch (error) {
      log.warn({ server: id, reason: messageOf(error) }, 'a guest does not say whether it runs')
      return powerStates.noState
    }
  }

  const unplug: Guests['unplug'] = async (id) => {
    const running = await runningQemu(guestPaths(instancesDir, id), id)
    if (running === undefined) return
    const guest = await find(id).catch(() => undefined)
    // QEMU may exit before it has answered; its exit is checked next.
    await guest?.qmp.execute('quit', undefined, { timeoutMs: quitWithinMs }).catch(() => {})
    if (guest && (await endsWithin(running, quitWithinMs, clock))) return
    kill(running)
    if (!(await endsWithin(running, dieWithinMs, clock)))
      throw known.InstancePowerOffFailure({ instanceId: id, reason: 'QEMU does not end' })
  }

  return {
    knows,
    find,
    get: async (id) => {
      const guest = await find(id)
      if (guest === undefined) throw known.InstanceNotFound({ instanceId: id })
      return guest
    },
    greet,
    power,
    reaches: async (id, wanted, timeoutMs) => {
      for (const end = clock.now() + timeoutMs; ; ) {
        if ((await power(id)) === wanted) return true
        if (clock.now() >= end) return false
        await pause(clock, lookEveryMs)
      }
    },
    unplug,
    list: async () => {
      const states = (await serversIn(instancesDir)).map(
        async (id): Promise<readonly DomainState[]> =>
          (await knows(id)) ? [{ id, power: await powerInList(id) }] : [],
      )
      return (await Promise.all(states)).flat()
    },
    close: () => {
      closed = true
      for (const opened of live.values()) opened.then((guest) => guest?.qmp.close()).catch(() => {})
      live.clear()
    },
  }
}
