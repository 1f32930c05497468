import type { ServerId } from '@nimbo/kernel/ids'

/** What is asked of the agent in a guest. */
export interface AsksGuests {
  /** Fails where the guest has no agent, or its agent refuses. */
  setPassword(id: ServerId, user: string, password: string): Promise<void>
}
