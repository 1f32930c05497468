import type { RescueDevice } from '../domain/images/rescue-device.ts'

/** A disk created from a file of the image cache, which the agent has inspected. `bytes` is the size of the virtual disk. */
interface DiskFromImage {
  readonly cachedImagePath: string
  readonly cachedImageFormat: 'raw' | 'qcow2'
  readonly bytes: number
  /** The disk is a whole copy of the image instead of an overlay on it. */
  readonly whole?: true
}

/** The source of the root disk: an image, or the volume with boot index 0. */
export type RootDisk = ({ readonly from: 'image' } & DiskFromImage) | { readonly from: 'volume' }

/** The disk that a rescued server boots from instead of its root disk. */
export interface RescueDisk extends DiskFromImage {
  /**
   * How it is attached beside all disks of the server, which keep their places and names. If absent, it is the first disk and the
   * root disk comes next.
   */
  readonly device?: RescueDevice
}
