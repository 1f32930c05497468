import type { SessionView } from '@nimbo/contracts/dashboard/session'

/** A public endpoint of a service in a region. */
export interface Endpoint {
  readonly type: string
  readonly region: string
  readonly url: string
}

/** The stored data of a session. */
export interface Session {
  /** Sent only to the services of the cloud, never to the page. */
  readonly token: string
  readonly view: Omit<SessionView, 'services' | 'nimbo'>
  readonly endpoints: readonly Endpoint[]
}

/** A session with the hash of its id, the key of its row. */
export interface OpenSession extends Session {
  readonly idHash: string
}
