import type { networkPlugin, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { HostNetwork } from '../driver/network-agent-driver.ts'
import type { MembersBook } from './members-book.ts'
import type { MetadataDoors } from './metadata-doors.ts'
import type { PendingChanges } from './pending-changes.ts'

/** What the agent's rounds work with. */
export interface SyncParts {
  readonly host: string
  readonly network: HostNetwork
  readonly plugin: RpcCallers<(typeof networkPlugin)['methods']>
  readonly pending: PendingChanges
  readonly members: MembersBook
  /** The ports that are wired, by their ids, as the server told of them. */
  readonly wired: Map<string, WiredPort>
  /** Where guests are answered, if they are. */
  readonly metadata?: MetadataDoors | undefined
  readonly log: Log
}

/** Drivers find what they made by as much of an id as a device's name has. */
export const shortId = (id: string): string => id.slice(0, 11)
