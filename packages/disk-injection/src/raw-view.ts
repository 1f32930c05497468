import { type FileHandle, open, realpath } from 'node:fs/promises'
import { withDeadline } from '@nimbo/kernel/deadline'
import { notInjected } from './errors.ts'
import { startStorageDaemon } from './storage-daemon.ts'

const flushWithinMs = 120_000

/** A disk in qcow2 format, and the image that it is an overlay on, if it is one. */
interface Qcow2Disk {
  readonly format: 'qcow2'
  readonly path: string
  readonly backing?: { readonly path: string; readonly format: 'raw' | 'qcow2' }
}

/** A disk that nobody uses yet. */
export type NewDisk = Qcow2Disk | { readonly format: 'raw'; readonly path: string }

/** A disk as the guest sees it. */
export interface RawView extends AsyncDisposable {
  readonly file: FileHandle
  /** Ends the view. Throws unless everything that was written is on the disk. */
  finish(): Promise<void>
}

/**
 * Every file is given as a descriptor with a fixed format, so that QEMU opens no file that a header names. `locking`: the
 * image is also the backing file of running guests.
 */
const nodes = ({ backing }: Qcow2Disk): readonly object[] => {
  const file = (number: number) => ({ driver: 'file', filename: `/proc/self/fd/${number}`, locking: 'off' })
  const image =
    backing === undefined
      ? []
      : [
          {
            'node-name': 'image',
            driver: backing.format,
            'read-only': true,
            ...(backing.format === 'qcow2' ? { backing: null } : {}),
            file: { ...file(4), 'read-only': true },
          },
        ]
  const over = backing === undefined ? null : 'image'
  return [...image, { 'node-name': 'disk', driver: 'qcow2', file: file(3), backing: over }]
}

/** The view takes the place of the disk itself, but only for the daemon. */
const argumentsFor = (disk: Qcow2Disk, mountpoint: string): readonly string[] => {
  const view = { type: 'fuse', id: 'view', 'node-name': 'disk', mountpoint, writable: true }
  return [
    ...nodes(disk).flatMap((node) => ['--blockdev', JSON.stringify(node)]),
    ...['--export', JSON.stringify(view)],
  ]
}

/** A daemon of QEMU shows the disk as a raw file by FUSE, which only root may mount. */
const viewQcow2 = async (disk: Qcow2Disk): Promise<RawView> => {
  if (process.getuid?.() !== 0) throw notInjected('only root can open it')
  await using own = await open(disk.path, 'r+')
  await using image = disk.backing === undefined ? undefined : await open(disk.backing.path, 'r')
  const files = [own.fd, ...(image === undefined ? [] : [image.fd])]
  // An absolute link in the path would lead from the daemon's files back to ours.
  const mounted = await realpath(disk.path)
  const daemon = await startStorageDaemon(argumentsFor(disk, mounted), files)
  try {
    const file = await open(daemon.pathOf(mounted), 'r+')
    return {
      file,
      finish: async () => {
        await withDeadline('the flush of a disk', flushWithinMs, file.sync())
        await file.close()
        await daemon.end()
      },
      [Symbol.asyncDispose]: async () => {
        await daemon.kill()
        // `finish` may have closed it.
        await file.close().catch(() => {})
      },
    }
  } catch (error) {
    await daemon.kill()
    throw error
  }
}

/** The file is lent to the user of programs that read it. */
const openRaw = async (path: string): Promise<RawView> => {
  const file = await open(path, 'r+')
  const { uid, gid } = await file.stat()
  return {
    file,
    finish: async () => {
      await file.chown(uid, gid)
      await file.sync()
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}

/** Opens a disk as the guest will see it. Nobody may use it meanwhile. */
export const openRawView = (disk: NewDisk): Promise<RawView> =>
  disk.format === 'raw' ? openRaw(disk.path) : viewQcow2(disk)
