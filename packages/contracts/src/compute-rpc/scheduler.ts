import type { FlowId, ServerId } from '@nimbo/kernel/ids'
import { call, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import type { MigratedFlavor } from '../compute/migration-kind.ts'
import { destination } from './destination.ts'
import { idOf, listOf } from './schemas.ts'

/** How the requirements of a moving server differ from its original request. */
const serverMove = Type.Object({
  cellId: Type.String(),
  flavor: Type.Unsafe<MigratedFlavor>(Type.Object({})),
  bootsFromVolume: Type.Boolean(),
  /** The only possible host. */
  host: Type.Optional(Type.String()),
  /** Null allows any zone; if absent, the server's zone restriction applies. */
  availabilityZone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
export type ServerMove = Static<typeof serverMove>

/** RPC interface of the scheduler for the conductor. */
export const schedulerRpc = defineRpc('scheduler', {
  /** Finds hosts for a server and claims the best; fails with `NoValidHost`. A repeated call claims again. */
  selectDestinations: call(
    Type.Object({
      serverId: idOf<ServerId>(),
      /** The lease of the server's flow: a caller that lost it claims nothing. */
      lease: Type.Object({
        flowId: idOf<FlowId>(),
        owner: Type.String(),
        /** The cell whose database has the flow; the API database if absent. */
        cellId: Type.Optional(Type.String()),
      }),
      /** Hosts on which the server failed already. */
      ignoreHosts: listOf(Type.String()),
      /** The requirements of an existing server, which stays in its cell. */
      move: Type.Optional(serverMove),
    }),
    Type.Object({
      /** The claimed host. */
      selected: destination,
      /** Alternates in the same cell, best first, not claimed. */
      alternates: listOf(destination),
    }),
    { since: '1.0' },
  ),
})
