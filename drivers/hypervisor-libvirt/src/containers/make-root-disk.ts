import { open, truncate } from 'node:fs/promises'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { convertDisk } from '@nimbo/local-guests/convert-disk'
import { onceAt } from '@nimbo/local-guests/once-at'
import { runCommand } from '@nimbo/local-guests/run-command'
import type { ServerPaths } from '@nimbo/local-guests/server-paths'

const privateMode = 0o600
const growWithinMs = 600_000

/** Grows the ext file system in a file to the file's size; others keep the size that they have in the image. */
const growFileSystem = async (path: string): Promise<void> => {
  const type = await runCommand('blkid', ['-p', '-o', 'value', '-s', 'TYPE', path], growWithinMs)
  if (!['ext2', 'ext3', 'ext4'].includes(type.trim())) return
  await runCommand('e2fsck', ['-f', '-p', path], growWithinMs)
  await runCommand('resize2fs', [path], growWithinMs)
}

/**
 * A raw copy of the image, as large as the flavor says: a loop device cannot read another format. `change` completes it.
 * Idempotent.
 */
export const makeRootDisk = async (
  { rootDisk }: SpawnOrder,
  paths: ServerPaths,
  change: (path: string) => Promise<void>,
): Promise<void> => {
  if (rootDisk.from === 'volume') return
  await onceAt(paths.rootDisk, async (path) => {
    await (await open(path, 'wx', privateMode)).close()
    await convertDisk(['-f', rootDisk.cachedImageFormat, '-O', 'raw', '--', rootDisk.cachedImagePath, path])
    await truncate(path, rootDisk.bytes)
    await growFileSystem(path)
    await change(path)
  })
}
