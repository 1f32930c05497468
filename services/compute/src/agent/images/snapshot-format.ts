import { rm } from 'node:fs/promises'
import type { ImageConverter } from '@nimbo/image-conversion/image-converter'
import type { DiskCopy } from '../../driver/disk-copy.ts'

interface Deps {
  readonly converter: ImageConverter
  /** `snapshot_image_format`; if undefined, snapshots have the format in which the driver copies disks. */
  readonly wanted: DiskCopy['format'] | undefined
}

/** Calls `use` with a copy of a disk in the format that snapshots have; a converted copy is removed afterwards. */
export type InSnapshotFormat = <Result>(
  copy: DiskCopy,
  use: (copy: DiskCopy) => Promise<Result>,
) => Promise<Result>

/**
 * Drivers copy to qcow2, so only raw snapshots need to be converted. A guest's disk is as untrusted as any image, so it
 * gets the same checks.
 */
export const inSnapshotFormat =
  ({ converter, wanted }: Deps): InSnapshotFormat =>
  async (copy, use) => {
    if (wanted !== 'raw' || copy.format === 'raw') return use(copy)
    const target = `${copy.path}.raw`
    try {
      await rm(target, { force: true })
      await converter.toRaw({
        source: copy.path,
        format: copy.format,
        target,
        most: Number.POSITIVE_INFINITY,
      })
      return await use({ path: target, format: 'raw' })
    } finally {
      await rm(target, { force: true })
    }
  }
