import type { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import type { Clock } from '@nimbo/kernel/clock'
import type { RpcClient } from '@nimbo/rpc/rpc-client'
import type { CinderConfig } from '../config.ts'
import type { Db } from '../db/db.ts'

/** What the flows of volumes work with. */
export interface FlowDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: CinderConfig
  /** Since when volume hosts can be heard, in the clock's milliseconds. */
  readonly heardSinceMs: () => number
  /** The hosts that have back ends, by `host@backend`. */
  readonly hosts: RpcClient<(typeof volumeHostRpc)['methods']>
}
