import { access, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DisksAside, GuestOrder } from './guest-order.ts'
import { errors } from './errors.ts'
import { runCommand } from './run-command.ts'

const pieceBytes = 1_048_576
const privateMode = 0o600
const resizeWithinMs = 600_000

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Copies a disk range by range, keeping holes for zeroes. */
const copyDisk = async (disks: DisksAside, name: string, bytes: number, path: string): Promise<void> => {
  await rm(path, { force: true })
  await using file = await open(path, 'wx', privateMode)
  await file.truncate(bytes)
  for (let offset = 0; offset < bytes; offset += pieceBytes) {
    const piece = await disks.read(name, offset, Math.min(pieceBytes, bytes - offset))
    if (piece !== undefined) await file.write(piece, 0, piece.length, offset)
  }
}

/** The used fields of `qemu-img info`. */
interface ImageInfo {
  readonly 'virtual-size': number
}

/** Grows the root disk to the flavor's size. Throws `DiskCannotShrink`, since the guest may have data anywhere. */
const growRoot = async (path: string, { rootDisk }: GuestOrder): Promise<void> => {
  if (rootDisk.from === 'volume') return
  const info = await runCommand('qemu-img', ['info', '--output=json', '--', path], resizeWithinMs)
  const { 'virtual-size': size }: ImageInfo = JSON.parse(info)
  if (size > rootDisk.bytes) throw errors.DiskCannotShrink()
  if (size < rootDisk.bytes)
    await runCommand(
      'qemu-img',
      ['resize', '-f', 'qcow2', '--', path, String(rootDisk.bytes)],
      resizeWithinMs,
    )
}

/**
 * Copies kept disks into a server's directory, growing the root disk as needed. Existing disks stay unchanged. Swap is not copied: a
 * guest that is off keeps nothing there, and the new flavor may have more or less of it.
 */
export const takeDisks = async (disks: DisksAside, order: GuestOrder, directory: string): Promise<void> => {
  for (const { name, bytes } of await disks.list()) {
    if (name === 'disk.swap') continue
    const path = join(directory, name)
    if (await isThere(path)) continue
    const unfinished = `${path}.part`
    await copyDisk(disks, name, bytes, unfinished)
    if (name === 'disk') await growRoot(unfinished, order)
    await rename(unfinished, path)
  }
}
