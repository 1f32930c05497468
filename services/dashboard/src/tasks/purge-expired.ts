import { timestamp } from '@nimbo/kernel/clock'
import type { HorizonApp } from '../app/app.ts'

/** Removes sessions and links that have expired; nobody could use them any more anyway. */
export const purgeExpired =
  ({ sessions, links, clock }: Pick<HorizonApp, 'sessions' | 'links' | 'clock'>) =>
  async (): Promise<void> => {
    const now = timestamp(clock)
    await sessions.deleteExpired(now)
    await links.deleteExpired(now)
  }
