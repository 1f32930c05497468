import { rm } from 'node:fs/promises'
import { makeOverlay } from '@nimbo/image-format/qcow2-overlay'
import type { GuestOrder } from './guest-order.ts'
import type { ChangesNewDisk } from './local-disks.ts'
import type { ServerPaths } from './server-paths.ts'

/** Creates the rescue disk, which `change` completes, replacing an earlier one: an overlay on an image, like a root disk. */
export const makeRescueDisk = async (
  { rescueDisk }: Pick<GuestOrder, 'rescueDisk'>,
  paths: ServerPaths,
  change: ChangesNewDisk = async () => {},
): Promise<void> => {
  await rm(paths.rescueDisk, { force: true })
  if (rescueDisk === undefined) return
  const { cachedImagePath: backingFile, cachedImageFormat: backingFormat, bytes } = rescueDisk
  await makeOverlay(paths.rescueDisk, { backingFile, backingFormat, virtualSize: bytes })
  await change(paths.rescueDisk, rescueDisk)
}
