import { timestamp } from '@nimbo/kernel/clock'
import type { HorizonApp } from '../app/app.ts'

/** Deletes expired sessions and links, which cannot be used any more. */
export const purgeExpired =
  ({ sessions, links, clock }: Pick<HorizonApp, 'sessions' | 'links' | 'clock'>) =>
  async (): Promise<void> => {
    const now = timestamp(clock)
    await sessions.deleteExpired(now)
    await links.deleteExpired(now)
  }
