import type { ServerId } from '@nimbo/kernel/ids'

/** Requests to the guest agent. */
export interface AsksGuests {
  /** Rejects when the guest has no agent, or the agent refuses. */
  setPassword(id: ServerId, user: string, password: string): Promise<void>
}
