import { access, open, rename, rm } from 'node:fs/promises'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { makeOverlay } from '@nimbo/image-format/qcow2-overlay'
import { runCommand } from './run-command.ts'
import type { ServerPaths } from './server-paths.ts'

const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2
/** libvirt hands a server's disks over to the user that QEMU runs as. */
const privateMode = 0o600

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** A disk that is there was finished, since it is given its name last. */
const onceAt = async (path: string, make: (unfinished: string) => Promise<void>): Promise<void> => {
  if (await exists(path)) return
  const unfinished = `${path}.part`
  await rm(unfinished, { force: true })
  await make(unfinished)
  await rename(unfinished, path)
}

/** A copy-on-write layer over the cached image, which is not read here. */
const makeRootDisk = async ({ rootDisk }: SpawnOrder, path: string): Promise<void> => {
  if (rootDisk.from === 'volume') return
  const { cachedImagePath: backingFile, cachedImageFormat: backingFormat, bytes: virtualSize } = rootDisk
  await onceAt(path, (unfinished) => makeOverlay(unfinished, { backingFile, backingFormat, virtualSize }))
}

/** A sparse raw disk with a file system on the whole of it, as guests expect of ephemeral and swap disks. */
const makeFormatted = (path: string, bytes: number, format: string, ...args: string[]): Promise<void> =>
  onceAt(path, async (unfinished) => {
    await using file = await open(unfinished, 'wx', privateMode)
    await file.truncate(bytes)
    await runCommand(format, [...args, unfinished], 120_000)
  })

/** Makes the disks that live on this host: root, ephemeral and swap. Those already there are left as they are. */
export const makeLocalDisks = async (order: SpawnOrder, paths: ServerPaths): Promise<void> => {
  const { ephemeralGb, swapMb } = order
  await makeRootDisk(order, paths.rootDisk)
  const ext4 = ['mkfs.ext4', '-q', '-F', '-L', 'ephemeral0'] as const
  if (ephemeralGb > 0) await makeFormatted(paths.ephemeralDisk, ephemeralGb * gibibyte, ...ext4)
  if (swapMb > 0) await makeFormatted(paths.swapDisk, swapMb * mebibyte, 'mkswap')
}
