import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { HorizonConfig } from '../config.ts'
import type { LinkRows } from '../db/links.ts'
import type { SessionRows } from '../db/sessions.ts'
import type { Seal } from '../domain/seal.ts'
import type { EventStreams } from './event-streams.ts'
import type { IdentityDoor } from './identity-door.ts'
import type { Reach } from './reach.ts'

/** What the use cases of the dashboard are made from. */
export interface HorizonApp {
  readonly config: HorizonConfig
  readonly clock: Clock
  readonly log: Log
  readonly seal: Seal
  readonly sessions: SessionRows
  readonly links: LinkRows
  readonly identity: IdentityDoor
  readonly reach: Reach
  readonly streams: EventStreams
  /** Whether the cloud behind the page is this one, which tells more than others do. */
  readonly nimbo: boolean
}
