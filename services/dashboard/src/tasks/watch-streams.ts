import type { HorizonApp } from '../app/app.ts'
import { sessionByHash } from '../app/keep-session.ts'

/**
 * Sends heartbeats, and closes streams whose session has expired, or was ended or switched to another project by another process:
 * its page reconnects, and receives the events of the new project.
 */
export const watchStreams =
  (app: Pick<HorizonApp, 'clock' | 'seal' | 'sessions' | 'streams'>) => async (): Promise<void> => {
    const tokens = new Map<string, string | undefined>()
    for (const { idHash, token } of app.streams.sessions()) {
      if (!tokens.has(idHash)) tokens.set(idHash, (await sessionByHash(app)(idHash))?.token)
      if (tokens.get(idHash) !== token) app.streams.end(idHash)
    }
    app.streams.beat()
  }
