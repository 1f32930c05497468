import { timestamp } from '@nimbo/kernel/clock'
import type { HorizonApp } from '../app/app.ts'

/** Keeps streams alive whose session is, and ends the others: another process may have ended a session, or it ran out. */
export const watchStreams =
  ({ sessions, streams, clock }: Pick<HorizonApp, 'sessions' | 'streams' | 'clock'>) =>
  async (): Promise<void> => {
    const now = timestamp(clock)
    for (const idHash of streams.sessions()) if (!(await sessions.find(idHash, now))) streams.end(idHash)
    streams.beat()
  }
