import { timestamp } from '@nimbo/kernel/clock'
import { hashOf, newSecret } from '../domain/cookie.ts'
import type { OpenSession, Session } from '../domain/session.ts'
import type { HorizonApp } from './app.ts'

type Kept = Pick<HorizonApp, 'clock' | 'config' | 'seal' | 'sessions'>

/** Sessions are compared by the text of their instants: one form for all. */
const expiryOf = ({ view }: Session): string => new Date(view.expires_at).toISOString()

/** Keeps a session, and gives what the cookie has to hold. */
export const keepSession =
  ({ clock, config, seal, sessions }: Kept) =>
  async (session: Session): Promise<string> => {
    const id = newSecret()
    const { id: user_id } = session.view.user
    await sessions.insert({
      id_hash: hashOf(id),
      user_id,
      sealed: seal.seal(JSON.stringify(session)),
      created_at: timestamp(clock),
      expires_at: expiryOf(session),
    })
    await sessions.keepNewest(user_id, config.DEFAULT.sessions_per_user)
    return id
  }

/** The session of a cookie; undefined where it has ended, or where there never was one. */
export const findSession =
  ({ clock, seal, sessions }: Kept) =>
  async (id: string | undefined): Promise<OpenSession | undefined> => {
    if (id === undefined) return undefined
    const idHash = hashOf(id)
    const row = await sessions.find(idHash, timestamp(clock))
    const text = row && seal.open(row.sealed)
    if (text === undefined) return undefined
    // What opens under our key is what we sealed.
    const session: Session = JSON.parse(text)
    return { ...session, idHash }
  }

/** Puts another state in place of the one that a session has. */
export const replaceSession =
  ({ seal, sessions }: Kept) =>
  (idHash: string, session: Session): Promise<boolean> =>
    sessions.update(idHash, { sealed: seal.seal(JSON.stringify(session)), expires_at: expiryOf(session) })
