import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '@nimbo/local-guests/run-command'
import type { ServerPaths } from '@nimbo/local-guests/server-paths'

const withinMs = 60_000

/** Where the root file system of a container is mounted on this host. */
export const rootOf = ({ directory }: Pick<ServerPaths, 'directory'>): string => join(directory, 'rootfs')

const isMounted = async (path: string): Promise<boolean> => {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8')
  return mounts.split('\n').some((line) => line.split(' ')[4] === path)
}

/**
 * Mounts the root disk through a loop device. libvirt would do that itself, but only for files whose path has fewer than 64
 * characters. Idempotent.
 */
export const mountRoot = async (paths: ServerPaths): Promise<void> => {
  const root = rootOf(paths)
  await mkdir(root, { recursive: true })
  if (await isMounted(root)) return
  await runCommand('mount', ['-o', 'loop', '--', paths.rootDisk, root], withinMs)
}

/** Unmounts the root disk of a container that does not run. Idempotent. */
export const unmountRoot = async (paths: Pick<ServerPaths, 'directory'>): Promise<void> => {
  const root = rootOf(paths)
  if (await isMounted(root)) await runCommand('umount', ['--', root], withinMs)
}
