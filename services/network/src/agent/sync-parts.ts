import type { networkPlugin, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { HostNetwork } from '../driver/network-agent-driver.ts'
import type { SetsFunctions } from '../driver/sets-functions.ts'
import type { KnownMembers } from './known-members.ts'
import type { MetadataSockets } from './metadata-sockets.ts'
import type { PreparedNetworks } from './networks/prepared-networks.ts'
import type { PendingChanges } from './pending-changes.ts'

/** The data and services that the functions of one sync round share. */
export interface SyncParts {
  readonly host: string
  readonly network: HostNetwork
  readonly plugin: RpcCallers<(typeof networkPlugin)['methods']>
  readonly pending: PendingChanges
  readonly members: KnownMembers
  /** Networks used since the last full resync, by the first 11 characters of their ids. */
  readonly lately: Set<string>
  readonly prepared: PreparedNetworks
  /** The wired ports by id, as the server described them. */
  readonly wired: Map<string, WiredPort>
  /** The metadata sockets, if metadata is served here. */
  readonly metadata?: MetadataSockets | undefined
  /** The virtual functions of the host's cards, if it has any for ports. */
  readonly functions?: SetsFunctions | undefined
  readonly log: Log
}

/** Drivers identify what they made by the first 11 characters of an id, which fit into a device name. */
export const shortId = (id: string): string => id.slice(0, 11)
