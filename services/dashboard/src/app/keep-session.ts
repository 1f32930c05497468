import { timestamp } from '@nimbo/kernel/clock'
import { hashOf, newSecret } from '../domain/cookie.ts'
import type { OpenSession, Session } from '../domain/session.ts'
import type { HorizonApp } from './app.ts'

type Kept = Pick<HorizonApp, 'clock' | 'config' | 'seal' | 'sessions'>

/** Expiry times are compared as text in SQL, so all have the same format. */
const expiryOf = ({ view }: Session): string => new Date(view.expires_at).toISOString()

/** Stores a session; returns the id for its cookie. */
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

/** The session with this hash of its id; undefined if it has ended. */
export const sessionByHash =
  ({ clock, seal, sessions }: Omit<Kept, 'config'>) =>
  async (idHash: string): Promise<OpenSession | undefined> => {
    const row = await sessions.find(idHash, timestamp(clock))
    const text = row && seal.open(row.sealed)
    if (text === undefined) return undefined
    // Authenticated encryption: what our key decrypts was written by us.
    const session: Session = JSON.parse(text)
    return { ...session, idHash }
  }

/** The session of a cookie; undefined if it has ended or never existed. */
export const findSession =
  (kept: Kept) =>
  async (id: string | undefined): Promise<OpenSession | undefined> =>
    id === undefined ? undefined : sessionByHash(kept)(hashOf(id))

/** Replaces the content of a session, for example after a change of scope; false if it has ended. */
export const replaceSession =
  ({ seal, sessions }: Kept) =>
  (idHash: string, session: Session): Promise<boolean> =>
    sessions.update(idHash, { sealed: seal.seal(JSON.stringify(session)), expires_at: expiryOf(session) })
