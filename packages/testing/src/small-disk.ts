import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'

/** A disk that is visible only to processes started within its mount namespace. */
export interface SmallDisk extends AsyncDisposable {
  /** Its path within the namespace. */
  readonly path: string
  /** Its path for all other processes. */
  readonly outside: string
  /** The command prefix for processes that are to see it. */
  readonly within: readonly string[]
  /** Fills it completely. */
  fill(): Promise<void>
  /** Removes the filling. */
  makeRoom(): Promise<void>
}

/** Why such disks are not possible on this machine; false when they are. */
export const missingSmallDisks = (): string | false =>
  spawnSync('unshare', ['--mount', 'true']).status === 0 ? false : 'only root may mount a disk'

const blockBytes = 4_096
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/** A disk of `mebibytes` in memory, mounted at `path` in a mount namespace of its own; disposed of with the namespace. */
export const smallDisk = async (path: string, mebibytes: number): Promise<SmallDisk> => {
  await mkdir(path, { recursive: true })
  const script = `mount -t tmpfs -o size=${mebibytes}m tmpfs "$0" && echo mounted && exec sleep infinity`
  const holder = spawn(...endingWithParent('KILL', 'unshare', ['--mount', 'sh', '-c', script, path]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const outside = `/proc/${holder.pid}/root${path}`
  const ballast = join(outside, 'ballast')
  return {
    path,
    outside,
    within: ['nsenter', '--target', String(holder.pid), '--mount', '--'],
    fill: async () => {
      const file = await open(ballast, 'a')
      try {
        for (;;) await file.write(Buffer.alloc(blockBytes))
      } catch (error) {
        if (!isFull(error)) throw error
      } finally {
        await file.close()
      }
    },
    makeRoom: () => rm(ballast),
    [Symbol.asyncDispose]: async () => {
      const ended = once(holder, 'exit')
      holder.kill('SIGKILL')
      await ended
    },
  }
}
