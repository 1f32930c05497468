import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { HorizonConfig } from '../config.ts'
import type { LinkRows } from '../db/links.ts'
import type { SessionRows } from '../db/sessions.ts'
import type { Seal } from '../domain/seal.ts'
import type { EventStreams } from './event-streams.ts'
import type { IdentityClient } from './identity-client.ts'
import type { Reach } from './reach.ts'

/** Dependencies of the dashboard's use cases. */
export interface HorizonApp {
  readonly config: HorizonConfig
  readonly clock: Clock
  readonly log: Log
  readonly seal: Seal
  readonly sessions: SessionRows
  readonly links: LinkRows
  readonly identity: IdentityClient
  readonly reach: Reach
  readonly streams: EventStreams
  /** Whether the cloud is Nimbo, which offers more than other clouds; false with `[DEFAULT] keystone_url`. */
  readonly nimbo: boolean
}
