import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { DeadlineExceeded, pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { listFlags } from '@nimbo/libvirt/flags'
import { defaultSocketPath, openLibvirt } from '@nimbo/libvirt/open-libvirt'
import { procedures } from '@nimbo/libvirt/procedures'
import { logOf, runningDaemon, startDaemon, stopDaemon } from './daemon.ts'
import { listens } from './listens.ts'
import { shareKvm } from './share-kvm.ts'

export interface EnsureLibvirtdOptions {
  readonly socketPath?: string
  readonly uri?: string
  /** The directory for the daemons' configuration and logs. */
  readonly stateDir: string
  /** Whether started daemons end with this process, even when it is killed; for tests. */
  readonly endsWithProcess?: boolean
  readonly log: Log
  readonly clock?: Clock
  readonly timeoutMs?: number
}

const pollMs = 100

/** virtlogd's socket has a fixed path, compiled into libvirtd. */
const virtlogdSocket = '/var/run/libvirt/virtlogd-sock'

const answers = async (socketPath: string, uri: string): Promise<boolean> => {
  try {
    const connection = await openLibvirt({ socketPath, uri, timeoutMs: 20_000 })
    await connection.close()
    return true
  } catch {
    return false
  }
}

const hasGuests = async (socketPath: string, uri: string): Promise<boolean> => {
  const connection = await openLibvirt({ socketPath, uri, timeoutMs: 5_000 })
  const running = { needResults: 0, flags: listFlags.active }
  const { count } = await connection.call(procedures.connectListAllDomains, running)
  await connection.close()
  return count > 0
}

interface DaemonLimits {
  readonly stateDir: string
  readonly program: string
  readonly clock: Clock
  readonly timeoutMs: number
}

/** Waits until `ready`; throws an error with the path of its log when the daemon exits instead. */
const waitUntil = async (
  ready: () => Promise<boolean>,
  { stateDir, program, clock, timeoutMs }: DaemonLimits,
): Promise<void> => {
  const end = clock.now() + timeoutMs
  while (!(await ready())) {
    if (!(await runningDaemon(stateDir, program)))
      throw new Error(`${program} ended at once: see ${logOf(stateDir, program)}`)
    if (clock.now() > end) throw new DeadlineExceeded(`starting ${program}`, timeoutMs)
    await pause(clock, pollMs)
  }
}

/** In starting order; they are stopped in reverse. */
const programs = ['virtlogd', 'libvirtd'] as const

const writeConfig = async (stateDir: string, socketPath: string): Promise<string> => {
  const config = join(stateDir, 'libvirtd.conf')
  const directory = dirname(socketPath)
  await mkdir(directory, { recursive: true })
  // Access is granted by the socket's mode, since there may be no polkit.
  const settings = [
    `unix_sock_dir = "${directory}"`,
    'unix_sock_rw_perms = "0700"',
    'auth_unix_rw = "none"',
    '',
  ]
  await writeFile(config, settings.join('\n'))
  return config
}

/**
 * Ensures that libvirtd responds on its socket. Where an init system manages it, it does; otherwise (containers, small machines)
 * this starts libvirtd, and virtlogd, which writes the guests' console logs. The result stops what was started here, also by an
 * earlier process that was killed. While guests run, both daemons stay, since consoles depend on virtlogd; a later process stops
 * them once no guest runs.
 */
export const ensureLibvirtd = async (options: EnsureLibvirtdOptions): Promise<() => Promise<void>> => {
  const { stateDir, log, clock = systemClock, timeoutMs = 30_000, endsWithProcess = false } = options
  const { socketPath = defaultSocketPath, uri = 'qemu:///system' } = options
  const start = async (
    program: (typeof programs)[number],
    args: readonly string[],
    ready: () => Promise<boolean>,
  ) => {
    const child = await startDaemon({ program, args, directory: stateDir, endsWithProcess })
    await waitUntil(ready, { stateDir, program, clock, timeoutMs })
    // The child's handle kept this process alive while waiting; it must not afterwards.
    child.unref()
  }
  const stopAll = async () => {
    for (const program of programs.toReversed()) await stopDaemon(stateDir, program)
  }

  if (!(await answers(socketPath, uri))) {
    await mkdir(stateDir, { recursive: true })
    try {
      if (!(await listens(virtlogdSocket))) await start('virtlogd', [], () => listens(virtlogdSocket))
      await shareKvm()
      const config = await writeConfig(stateDir, socketPath)
      await start('libvirtd', ['--config', config], () => answers(socketPath, uri))
      log.info({ socketPath }, 'started libvirtd')
    } catch (error) {
      await stopAll()
      throw error
    }
  }

  return async () => {
    const ours = await Promise.all(programs.map((program) => runningDaemon(stateDir, program)))
    if (ours.every((daemon) => daemon === undefined)) return
    const guests = await hasGuests(socketPath, uri).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'cannot find out whether guests run')
      return true
    })
    if (!guests) await stopAll()
  }
}
