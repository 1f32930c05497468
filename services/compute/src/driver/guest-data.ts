import type { InjectedData } from '@nimbo/disk-injection/injected-data'

/** How a guest gets the data that it was created with, apart from the metadata service. */
export interface GuestData {
  /** Path of the finished config drive (ISO 9660, label config-2), if it has one. */
  readonly configDrivePath?: string
  /** What `spawn` and `rescue` may write into the disk that they make; only for a server without config drive. */
  readonly injected?: InjectedData
}
