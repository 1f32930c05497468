import { timestamp } from '@nimbo/kernel/clock'
import type { HorizonApp } from '../app/app.ts'

/** Sends heartbeats, and closes streams whose session has expired or was ended by another process. */
export const watchStreams =
  ({ sessions, streams, clock }: Pick<HorizonApp, 'sessions' | 'streams' | 'clock'>) =>
  async (): Promise<void> => {
    const now = timestamp(clock)
    for (const idHash of streams.sessions()) if (!(await sessions.find(idHash, now))) streams.end(idHash)
    streams.beat()
  }
