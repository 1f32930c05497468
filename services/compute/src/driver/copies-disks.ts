import type { ServerId } from '@nimbo/kernel/ids'
import type { DiskCopy } from './disk-copy.ts'

/** Wraps the moment whose content a copy has, for example in freezing and thawing the guest. */
export type AtThatMoment = (moment: () => Promise<void>) => Promise<void>

/** Without any precaution. */
export const atAnyMoment: AtThatMoment = (moment) => moment()

export interface CopiesDisks {
  /**
   * Copies the root disk of a server at one point in time; a running guest continues. Replaces a partial copy of that name.
   * `atThatMoment` is called once, with what decides the content of the copy: it takes a moment, unlike the copy.
   */
  copyRootDisk(id: ServerId, name: string, atThatMoment: AtThatMoment): Promise<DiskCopy>
  /** Deletes a copy. Idempotent. */
  removeCopy(id: ServerId, name: string): Promise<void>
}
