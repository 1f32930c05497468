import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { withDeadline } from '@nimbo/kernel/deadline'
import { notInjected } from './errors.ts'

const startWithinMs = 30_000
/** What was written is flushed to the disk then. */
const endWithinMs = 120_000
const mostWords = 4096

/** A disk in qcow2 format, and the image that it is an overlay on, if it is one. */
export interface Qcow2Disk {
  readonly path: string
  readonly backing?: { readonly path: string; readonly format: 'raw' | 'qcow2' }
}

/** A disk as the guest sees it. */
export interface RawView extends AsyncDisposable {
  readonly file: FileHandle
  /** Ends the view. Throws unless everything that was written is on the disk. */
  finish(): Promise<void>
}

/**
 * Every file is given as a descriptor with a fixed format, so that QEMU opens no file that a header names. `locking`: the
 * image is also the backing file of running guests.
 */
const nodes = ({ backing }: Qcow2Disk): readonly object[] => {
  const file = (number: number) => ({ driver: 'file', filename: `/proc/self/fd/${number}`, locking: 'off' })
  const image =
    backing === undefined
      ? []
      : [
          {
            'node-name': 'image',
            driver: backing.format,
            'read-only': true,
            ...(backing.format === 'qcow2' ? { backing: null } : {}),
            file: { ...file(4), 'read-only': true },
          },
        ]
  const over = backing === undefined ? null : 'image'
  return [...image, { 'node-name': 'disk', driver: 'qcow2', file: file(3), backing: over }]
}

/** The arguments of the daemon, which says that it is ready when it greets on its monitor, the last argument. */
const daemonOf = (disk: Qcow2Disk): readonly string[] => [
  'qemu-storage-daemon',
  ...nodes(disk).flatMap((node) => ['--blockdev', JSON.stringify(node)]),
  ...[
    '--export',
    JSON.stringify({ type: 'fuse', id: 'view', 'node-name': 'disk', mountpoint: disk.path, writable: true }),
  ],
  ...['--chardev', 'stdio,id=monitor', '--monitor', 'chardev=monitor'],
]

/** Mounting takes `sys_admin`; libvirt has given the image to QEMU's user, so opening it takes `dac_override`. */
const confined: readonly [string, ...string[]] = [
  'unshare',
  ...['--mount', '--net', '--ipc', '--', 'setpriv', '--pdeathsig=KILL', '--no-new-privs', '--inh-caps=-all'],
  ...['--bounding-set=-all,+sys_admin,+dac_override', '--'],
]

/**
 * Opens a disk as a raw file by a daemon of QEMU that shows it by FUSE, in a mount namespace of its own: nobody else sees the
 * view, and nothing is left of it when this process ends. Only root may do that.
 */
export const openRawView = async (disk: Qcow2Disk): Promise<RawView> => {
  if (process.getuid?.() !== 0) throw notInjected('only root can open it')
  await using disk3 = await open(disk.path, 'r+')
  await using image4 = disk.backing === undefined ? undefined : await open(disk.backing.path, 'r')
  const [program, ...args] = [...confined, ...daemonOf(disk)]
  const daemon = spawn(program ?? '', args, {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe', disk3.fd, ...(image4 === undefined ? [] : [image4.fd])],
  })
  let words = ''
  daemon.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-mostWords)
  })
  daemon.stdin?.on('error', () => {})
  const ended = new Promise<string | undefined>((resolve) => {
    daemon.once('error', ({ message }) => resolve(message))
    daemon.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : words.trim() || `it ended by ${signal ?? code}`),
    )
  })
  const failed = ended.then((reason): never => {
    throw notInjected(`qemu-storage-daemon: ${reason ?? 'it ended'}`)
  })
  failed.catch(() => {})
  const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
    withDeadline('qemu-storage-daemon', ms, work)
  try {
    if (daemon.stdout === null) throw notInjected('qemu-storage-daemon has no output')
    await within(startWithinMs, Promise.race([once(daemon.stdout, 'data'), failed]))
    const file = await open(`/proc/${daemon.pid}/root${disk.path}`, 'r+')
    return {
      file,
      finish: async () => {
        await within(endWithinMs, file.sync())
        await file.close()
        daemon.kill('SIGTERM')
        const reason = await within(endWithinMs, ended)
        if (reason !== undefined) throw notInjected(`qemu-storage-daemon: ${reason}`)
      },
      [Symbol.asyncDispose]: async () => {
        daemon.kill('SIGKILL')
        await ended
        await file.close().catch(() => {})
      },
    }
  } catch (error) {
    daemon.kill('SIGKILL')
    throw error
  }
}
