import { type DiskNode, imageOptions } from './disk-node.ts'
import { errors } from './errors.ts'
import { convertDisk, qemuImg, type VolumeLock, withSecrets } from './qemu-secrets.ts'

interface Side {
  readonly disk: DiskNode
  /** Undefined for a disk that is not encrypted. */
  readonly lock?: VolumeLock | undefined
}

interface Recryption {
  readonly from: Side
  /** An empty disk of the same size; with a LUKS header if it is to be encrypted. */
  readonly to: Side
  /** Arguments that define further objects of QEMU, which the disks refer to. */
  readonly objects?: readonly string[]
}

const opened = ({ disk, lock }: Side, secret: string): DiskNode =>
  lock ? { driver: 'luks', 'key-secret': secret, file: disk } : { driver: 'raw', file: disk }

const requireVersionOne = ({ lock }: Side): void => {
  if (lock?.version === 2) throw new Error('nothing here reads or writes what LUKS version 2 encrypts')
}

/**
 * Copies what a guest sees on one disk to another that may be encrypted otherwise, or not at all. The clear text passes through
 * memory only. If the target is smaller, since a LUKS header takes a part of its volume, the data beyond the target's end must be
 * zeros.
 */
export const recryptDisk = async ({ from, to, objects = [] }: Recryption): Promise<void> => {
  for (const side of [from, to]) requireVersionOne(side)
  const locks = { ...(from.lock ? { from: from.lock } : {}), ...(to.lock ? { to: to.lock } : {}) }
  await withSecrets(locks, async (secrets) => {
    const known = [...objects, ...secrets]
    const [source, target] = [opened(from, 'from'), opened(to, 'to')]
    const [bytes, room] = [await sizeOf(source, known), await sizeOf(target, known)]
    if (bytes > room) await requireEmptyEnd(from, { bytes, size: bytes - room }, known)
    const part = bytes > room ? { driver: 'raw', size: room, file: source } : source
    // Unwritten parts of an encrypted target read as noise, so zeros are written there, too.
    const empty = to.lock ? [] : ['--target-is-zero']
    const how = ['-n', ...empty, '--image-opts', '--target-image-opts']
    await convertDisk([...known, ...how, imageOptions(part), imageOptions(target)])
  })
}

const sizeOf = async (node: DiskNode, known: readonly string[]): Promise<number> => {
  const said: { readonly 'virtual-size': number } = JSON.parse(
    await qemuImg(['info', ...known, '--output=json', '--image-opts', imageOptions(node)]),
  )
  return said['virtual-size']
}

/** Throws `NoRoomForHeader` unless the last `size` of the `bytes` were never written, or are zeros. */
const requireEmptyEnd = async (
  side: Side,
  { bytes, size }: { readonly bytes: number; readonly size: number },
  known: readonly string[],
): Promise<void> => {
  if (await isZero(opened(side, 'from'), { bytes, size }, known)) return
  // Unwritten parts of an encrypted disk are zeros on the disk itself, which no encrypted data are.
  const below = { driver: 'raw', file: side.disk }
  const isUnused =
    side.lock !== undefined && (await isZero(below, { bytes: await sizeOf(below, known), size }, known))
  if (!isUnused) throw errors.NoRoomForHeader({ bytes: size })
}

const isZero = async (
  file: DiskNode,
  { bytes, size }: { readonly bytes: number; readonly size: number },
  known: readonly string[],
): Promise<boolean> => {
  const end = imageOptions({ driver: 'raw', offset: bytes - size, size, file })
  const zeros = imageOptions({ driver: 'null-co', size, 'read-zeroes': 'on' })
  try {
    await qemuImg(['compare', '-q', ...known, '--image-opts', end, zeros])
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return false
    throw error
  }
}
