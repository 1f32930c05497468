import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { withDeadline } from '@nimbo/kernel/deadline'
import { notInjected } from './errors.ts'

const startWithinMs = 30_000
/** What was written is flushed to the disk then. */
const endWithinMs = 120_000
const mostWords = 4096

/** Mounting takes `sys_admin`; libvirt has given the image to QEMU's user, so opening it takes `dac_override`. */
const confined = [
  ...['--mount', '--net', '--ipc', '--', 'setpriv', '--pdeathsig=KILL', '--no-new-privs', '--inh-caps=-all'],
  ...['--bounding-set=-all,+sys_admin,+dac_override', '--', 'qemu-storage-daemon'],
] as const

/** A running `qemu-storage-daemon`. */
export interface StorageDaemon {
  /** Where this process finds a file that the daemon has mounted. */
  pathOf(mounted: string): string
  /** Ends it. Throws unless it has written everything. */
  end(): Promise<void>
  /** Ends it at once. */
  kill(): Promise<void>
}

/**
 * Starts a daemon without network in a mount namespace of its own: nobody else sees what it mounts, and nothing is left of it
 * when this process ends. `files` are its descriptors from 3 on. Resolves when it has made what `args` say.
 */
export const startStorageDaemon = async (
  args: readonly string[],
  files: readonly number[],
): Promise<StorageDaemon> => {
  // It greets on its monitor, the last argument, once all others are done.
  const daemon = spawn(
    'unshare',
    [...confined, ...args, '--chardev', 'stdio,id=m', '--monitor', 'chardev=m'],
    {
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe', ...files],
    },
  )
  let words = ''
  daemon.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-mostWords)
  })
  const reasonOf = (code: number | null, signal: string | null): string | undefined =>
    code === 0 ? undefined : words.trim() || `it ended by ${signal ?? code}`
  const ended = new Promise<string | undefined>((resolve) => {
    daemon.once('error', ({ message }) => resolve(message))
    daemon.once('close', (code, signal) => resolve(reasonOf(code, signal)))
  })
  const failed = ended.then((reason): never => {
    throw notInjected(`qemu-storage-daemon: ${reason ?? 'it ended'}`)
  })
  failed.catch(() => {})
  const kill = async (): Promise<void> => {
    daemon.kill('SIGKILL')
    await ended
  }
  try {
    const greeted = daemon.stdout === null ? failed : once(daemon.stdout, 'data')
    await withDeadline('qemu-storage-daemon', startWithinMs, Promise.race([greeted, failed]))
  } catch (error) {
    await kill()
    throw error
  }
  return {
    pathOf: (mounted) => `/proc/${daemon.pid}/root${mounted}`,
    end: async () => {
      daemon.kill('SIGTERM')
      const reason = await withDeadline('qemu-storage-daemon', endWithinMs, ended)
      if (reason !== undefined) throw notInjected(`qemu-storage-daemon: ${reason}`)
    },
    kill,
  }
}
