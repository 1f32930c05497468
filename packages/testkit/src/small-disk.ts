import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'

/** A disk that only those see who are started within it. */
export interface SmallDisk extends AsyncDisposable {
  /** Where those see it. */
  readonly path: string
  /** Where everyone else does. */
  readonly outside: string
  /** Words before a command that is to see it. */
  readonly within: readonly string[]
  /** Leaves no byte free. */
  fill(): Promise<void>
  /** Frees what was filled. */
  makeRoom(): Promise<void>
}

/** Why there can be no such disk on this machine; false when there can. */
export const missingSmallDisks = (): string | false =>
  spawnSync('unshare', ['--mount', 'true']).status === 0 ? false : 'only root may mount a disk'

const blockBytes = 4_096
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/** A disk of `mebibytes` in memory, mounted at `path` in a mount namespace of its own; it goes when it is disposed of. */
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
