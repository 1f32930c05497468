import type { ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { DeadlineExceeded, pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { listFlags } from '@nimbo/libvirt/flags'
import { defaultSocketPath, openLibvirt } from '@nimbo/libvirt/open-libvirt'
import { procedures } from '@nimbo/libvirt/procedures'
import { startDaemon, stopDaemon } from './daemon.ts'
import { listens } from './listens.ts'
import { shareKvm } from './share-kvm.ts'

export interface EnsureLibvirtdOptions {
  readonly socketPath?: string
  readonly uri?: string
  /** Gets the daemons' configuration and logs. */
  readonly stateDir: string
  /** Whether what is started ends with this process even when that is killed: for tests. */
  readonly endsWithProcess?: boolean
  readonly log: Log
  readonly clock?: Clock
  readonly timeoutMs?: number
}

const pollMs = 100

/** virtlogd has one place, known to libvirtd at compile time. */
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
  readonly program: string
  readonly clock: Clock
  readonly timeoutMs: number
  readonly logFile: string
}

/** Waits until `ready`; a daemon that ends instead is an error that names its log. */
const waitUntil = async (
  child: ChildProcess,
  ready: () => Promise<boolean>,
  { program, clock, timeoutMs, logFile }: DaemonLimits,
): Promise<void> => {
  const end = clock.now() + timeoutMs
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error(`${program} ended at once: see ${logFile}`)
    if (clock.now() > end) throw new DeadlineExceeded(`starting ${program}`, timeoutMs)
    await pause(clock, pollMs)
  }
}

/**
 * Makes sure that libvirtd answers at its socket. Where an init system runs it, it does; otherwise (containers, small
 * machines) libvirtd is started, and virtlogd, which keeps the guests' console logs. The result stops what was
 * started. Guests outlive that, as they do any restart of libvirtd, and so does virtlogd while there are some, since
 * their consoles hang on it.
 */
export const ensureLibvirtd = async (options: EnsureLibvirtdOptions): Promise<() => Promise<void>> => {
  const { stateDir, log, clock = systemClock, timeoutMs = 30_000, endsWithProcess = false } = options
  const { socketPath = defaultSocketPath, uri = 'qemu:///system' } = options
  if (await answers(socketPath, uri)) return async () => {}

  await mkdir(stateDir, { recursive: true })
  const started: ChildProcess[] = []
  const start = async (program: string, args: readonly string[], ready: () => Promise<boolean>) => {
    const logFile = join(stateDir, `${program}.log`)
    const child = await startDaemon({ program, args, logFile, endsWithProcess })
    started.push(child)
    await waitUntil(child, ready, { program, clock, timeoutMs, logFile })
  }
  const stopAll = async () => {
    for (const child of started.splice(0).reverse()) await stopDaemon(child)
  }

  try {
    if (!(await listens(virtlogdSocket))) await start('virtlogd', [], () => listens(virtlogdSocket))
    await shareKvm()
    const config = join(stateDir, 'libvirtd.conf')
    const directory = dirname(socketPath)
    await mkdir(directory, { recursive: true })
    // The socket's mode is what lets clients in: there may be no polkit here to ask.
    const settings = [
      `unix_sock_dir = "${directory}"`,
      'unix_sock_rw_perms = "0700"',
      'auth_unix_rw = "none"',
      '',
    ]
    await writeFile(config, settings.join('\n'))
    await start('libvirtd', ['--config', config], () => answers(socketPath, uri))
    // Until here they kept the process waiting for them; from here on they are nobody's reason to stay.
    for (const child of started) child.unref()
    log.info({ socketPath }, 'started libvirtd')
  } catch (error) {
    await stopAll()
    throw error
  }

  return async () => {
    const guests = await hasGuests(socketPath, uri).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'cannot tell whether guests run')
      return true
    })
    if (guests) started.splice(0, started.length - 1)
    await stopAll()
  }
}
