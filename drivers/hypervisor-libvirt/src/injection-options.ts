import type { RootPlace } from '@nimbo/disk-injection/root-file-system'

/** What is written into the disks of new guests, files and metadata always. */
export interface InjectionOptions {
  /** Where images have their root file system. */
  readonly root: RootPlace
  readonly password: boolean
  readonly key: boolean
}
