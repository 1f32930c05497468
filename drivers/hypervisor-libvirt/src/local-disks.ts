import { access, rename } from 'node:fs/promises'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { errors } from './errors.ts'
import { runCommand } from './run-command.ts'
import type { ServerPaths } from './server-paths.ts'

const qemuImg = (...args: string[]): Promise<string> => runCommand('qemu-img', args, 120_000)

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** A disk that is there was finished, since it is given its name last. */
const onceAt = async (path: string, make: (unfinished: string) => Promise<void>): Promise<void> => {
  if (await exists(path)) return
  const unfinished = `${path}.part`
  await make(unfinished)
  await rename(unfinished, path)
}

const virtualSize = async (path: string, format: string): Promise<number> => {
  const info: unknown = JSON.parse(await qemuImg('info', '--output=json', '-f', format, path))
  if (typeof info === 'object' && info !== null && 'virtual-size' in info) return Number(info['virtual-size'])
  throw errors.CommandFailed({ command: 'qemu-img info', reason: `no virtual size of ${path}` })
}

/** A copy-on-write layer over the cached image, as large as the flavor says (0: as the image). */
const makeRootDisk = async (order: SpawnOrder, path: string): Promise<void> => {
  const { rootDisk } = order
  if (rootDisk.from === 'volume') return
  const { cachedImagePath: image, cachedImageFormat: format } = rootDisk
  const imageBytes = await virtualSize(image, format)
  const flavorBytes = rootDisk.sizeGb * 1024 ** 3
  if (flavorBytes > 0 && flavorBytes < imageBytes)
    throw errors.FlavorDiskSmallerThanImage({ flavorBytes, imageBytes })
  const bytes = String(flavorBytes || imageBytes)
  await onceAt(path, async (unfinished) => {
    await qemuImg('create', '-q', '-f', 'qcow2', '-b', image, '-F', format, unfinished, bytes)
  })
}

/** A sparse raw disk with a file system on the whole of it, as guests expect of ephemeral and swap disks. */
const makeFormatted = (path: string, size: string, format: string, ...args: string[]): Promise<void> =>
  onceAt(path, async (unfinished) => {
    await qemuImg('create', '-q', '-f', 'raw', unfinished, size)
    await runCommand(format, [...args, unfinished], 120_000)
  })

/** Makes the disks that live on this host: root, ephemeral and swap. Those already there are left as they are. */
export const makeLocalDisks = async (order: SpawnOrder, paths: ServerPaths): Promise<void> => {
  await makeRootDisk(order, paths.rootDisk)
  if (order.ephemeralGb > 0)
    await makeFormatted(
      paths.ephemeralDisk,
      `${order.ephemeralGb}G`,
      'mkfs.ext4',
      '-q',
      '-F',
      '-L',
      'ephemeral0',
    )
  if (order.swapMb > 0) await makeFormatted(paths.swapDisk, `${order.swapMb}M`, 'mkswap')
}
