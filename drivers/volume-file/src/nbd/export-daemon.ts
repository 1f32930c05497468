import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { messageOf } from '@nimbo/kernel/errors'
import { type RunningProcess, stillRuns } from '@nimbo/kernel/running-process'
import { connectQmp, type QmpConnection } from '@nimbo/qmp/connection'
import {
  endsWithin,
  kill,
  lastWords,
  type ProgramFiles,
  runningIn,
  startDetached,
} from '@nimbo/qmp/detached-program'
import { daemonCommand, type NbdListener, names } from './daemon-arguments.ts'
import { passable } from './export-record.ts'
import { giveToGuests } from './socket-owner.ts'

export interface ExportDaemonOptions {
  readonly directory: string
  readonly listener: NbdListener
  /** Whether the daemon ends with this process, even when it is killed; for tests. */
  readonly endsWithProcess: boolean
  readonly clock: Clock
}

/** The daemon ended while it started: it was killed, or its log says why. */
export class DaemonEnded extends Error {
  override readonly name = 'DaemonEnded'
}

/** The `qemu-storage-daemon` of a directory. */
export interface ExportDaemon {
  /** The path of its socket for guests. */
  readonly socket: string
  /** Its monitor. Takes over a daemon that an earlier process started; if none runs, starts one, which has no exports yet. */
  monitor(): Promise<QmpConnection>
  /** Ends the daemon. Idempotent. */
  end(): Promise<void>
  /** Closes the monitor; the daemon goes on. */
  leave(): void
}

const startTimeoutMs = 60_000
const commandTimeoutMs = 60_000
const lookEveryMs = 20
const quitWithinMs = 5_000

const isDaemon = (words: readonly string[]): boolean =>
  words.includes(names.pid) && words.includes('--nbd-server')

export const exportDaemon = (options: ExportDaemonOptions): ExportDaemon => {
  const { directory, listener, endsWithProcess, clock } = options
  const files: ProgramFiles = {
    ...{ directory, pidFile: join(directory, names.pid), log: join(directory, names.log) },
  }
  const socket = join(directory, names.nbd)
  let opened: QmpConnection | undefined

  const running = (): Promise<RunningProcess | undefined> => runningIn(files, isDaemon)

  const start = async (): Promise<RunningProcess> => {
    await mkdir(directory, passable)
    const [program, ...args] = daemonCommand(listener)
    const command = endsWithProcess ? endingWithParent('KILL', program, args) : ([program, args] as const)
    const started = await startDetached(...command, files).catch((cause: unknown) => {
      throw new DaemonEnded(messageOf(cause), { cause })
    })
    const end = clock.now() + startTimeoutMs
    for (let found = await running(); found === undefined; found = await running()) {
      if (!(await stillRuns(started)))
        throw new DaemonEnded(`qemu-storage-daemon ended at once: ${await lastWords(files)}`)
      if (clock.now() > end) throw new Error('qemu-storage-daemon does not start')
      await pause(clock, lookEveryMs)
    }
    try {
      if (listener.type === 'unix') await giveToGuests(socket)
    } catch (cause) {
      if (await stillRuns(started)) throw cause
      throw new DaemonEnded('qemu-storage-daemon ended at once', { cause })
    }
    return started
  }

  /** QEMU serves one client at a time, so this waits for an earlier process that is just ending. */
  const connect = async ({ pid }: RunningProcess): Promise<QmpConnection> => {
    const path = `/proc/${pid}/cwd/${names.monitor}`
    return connectQmp({ path, clock, timeoutMs: commandTimeoutMs, onEvent: () => {} })
  }

  return {
    socket,
    monitor: async () => {
      if (opened !== undefined) return opened
      const qmp = await connect((await running()) ?? (await start()))
      opened = qmp
      void qmp.closed.then(() => {
        if (opened === qmp) opened = undefined
      })
      return qmp
    },
    end: async () => {
      const daemon = await running()
      if (daemon === undefined) return
      const qmp = opened ?? (await connect(daemon).catch(() => undefined))
      // The daemon may exit before it has replied; its exit is checked next.
      await qmp?.execute('quit', undefined, { timeoutMs: quitWithinMs }).catch(messageOf)
      qmp?.close()
      if (qmp !== undefined && (await endsWithin(daemon, quitWithinMs, clock))) return
      kill(daemon)
      if (!(await endsWithin(daemon, quitWithinMs, clock)))
        throw new Error('qemu-storage-daemon does not end')
    },
    leave: () => opened?.close(),
  }
}
