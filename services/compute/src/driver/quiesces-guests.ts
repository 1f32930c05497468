import type { ServerId } from '@nimbo/kernel/ids'

/** Makes the file systems of running guests consistent for a copy of their disks, by the guest agent. */
export interface QuiescesGuests {
  /**
   * Writes out and freezes the file systems: the guest's writes wait. Rejects when the guest has no agent, does not run, or
   * is frozen already; it may be frozen after a rejection, too, when the answer was lost.
   */
  freeze(id: ServerId): Promise<void>
  /** Idempotent: succeeds for a guest that is not frozen, is off, or is gone. */
  thaw(id: ServerId): Promise<void>
}
