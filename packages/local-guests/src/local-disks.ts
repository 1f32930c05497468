import { open } from 'node:fs/promises'
import { makeOverlay } from '@nimbo/image-format/qcow2-overlay'
import { convertDisk } from './convert-disk.ts'
import { localDiskFiles } from './disk-layout.ts'
import type { DiskFromImage, GuestOrder, LocalDisk } from './guest-order.ts'
import { onceAt } from './once-at.ts'
import { runCommand } from './run-command.ts'
import type { ServerPaths } from './server-paths.ts'

const mebibyte = 1024 ** 2
/** libvirt changes the owner of disks to QEMU's user. */
const privateMode = 0o600

const resizeWithinMs = 600_000

/** The image has been inspected: it names no other file, and its format is given. */
const copyImage = async (
  { cachedImagePath, cachedImageFormat, bytes }: DiskFromImage,
  path: string,
): Promise<void> => {
  await (await open(path, 'wx', privateMode)).close()
  await convertDisk(['-f', cachedImageFormat, '-O', 'qcow2', '--', cachedImagePath, path])
  await runCommand('qemu-img', ['resize', '-f', 'qcow2', '--', path, String(bytes)], resizeWithinMs)
}

/** A copy-on-write overlay on the cached image, which is not read here, or a whole copy. */
const makeFromImage = (rootDisk: DiskFromImage, path: string): Promise<void> => {
  if (rootDisk.whole) return copyImage(rootDisk, path)
  const { cachedImagePath: backingFile, cachedImageFormat: backingFormat, bytes: virtualSize } = rootDisk
  return makeOverlay(path, { backingFile, backingFormat, virtualSize })
}

/** Changes a root disk that was just made from an image. */
export type ChangesNewDisk = (path: string, from: DiskFromImage) => Promise<void>

const makeRootDisk = async (
  { rootDisk }: GuestOrder,
  path: string,
  change: ChangesNewDisk,
): Promise<void> => {
  if (rootDisk.from === 'volume') return
  await onceAt(path, async (unfinished) => {
    await makeFromImage(rootDisk, unfinished)
    await change(unfinished, rootDisk)
  })
}

/** The command that formats a disk with a label (file system or swap). */
const formatter = (
  { kind, format = 'ext4' }: LocalDisk,
  label: string,
): readonly [string, readonly string[]] => {
  if (kind === 'swap') return ['mkswap', []]
  switch (format) {
    case 'ext2':
    case 'ext3':
    case 'ext4':
      return [`mkfs.${format}`, ['-q', '-F', '-L', label]]
    case 'xfs':
      return ['mkfs.xfs', ['-q', '-f', '-L', label]]
  }
}

/** A sparse raw disk without partition table, as guests expect of ephemeral and swap disks. */
const makeFormatted = (path: string, disk: LocalDisk, label: string): Promise<void> =>
  onceAt(path, async (unfinished) => {
    await using file = await open(unfinished, 'wx', privateMode)
    await file.truncate(disk.sizeMb * mebibyte)
    const [program, args] = formatter(disk, label)
    await runCommand(program, [...args, unfinished], 120_000)
  })

/** Creates the local disks: root, which `change` completes, ephemeral and swap. Existing ones stay unchanged. */
export const makeLocalDisks = async (
  order: GuestOrder,
  paths: ServerPaths,
  change: ChangesNewDisk = async () => {},
): Promise<void> => {
  await makeRootDisk(order, paths.rootDisk, change)
  for (const { disk, path, label } of localDiskFiles(order, paths)) await makeFormatted(path, disk, label)
}
