import type { SessionView } from '@nimbo/contracts/dashboard/session'

/** A service at its public address in one region. */
export interface Endpoint {
  readonly type: string
  readonly region: string
  readonly url: string
}

/** What a session knows, and is kept of it. */
export interface Session {
  /** Never leaves the process but to the services it is for. */
  readonly token: string
  readonly view: Omit<SessionView, 'services' | 'nimbo'>
  readonly endpoints: readonly Endpoint[]
}

/** A session, and by what its row is found. */
export interface OpenSession extends Session {
  readonly idHash: string
}
