import type { FlowId, ServerId } from '@nimbo/kernel/ids'
import { call, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import type { MigratedFlavor } from '../compute/migration-kind.ts'
import { destination } from './destination.ts'
import { idOf, listOf } from './schemas.ts'

/** How what a server that moves asks for differs from what it asked for when it was made. */
const serverMove = Type.Object({
  cellId: Type.String(),
  flavor: Type.Unsafe<MigratedFlavor>(Type.Object({})),
  bootsFromVolume: Type.Boolean(),
  /** No other will do. */
  host: Type.Optional(Type.String()),
  /** Null lets it go to any zone; where it is kept to, if absent. */
  availabilityZone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
export type ServerMove = Static<typeof serverMove>

/** What the conductor asks the scheduler. */
export const schedulerRpc = defineRpc('scheduler', {
  /** Finds hosts for a server and claims the best; fails with `NoValidHost`. Repeating it claims anew. */
  selectDestinations: call(
    Type.Object({
      serverId: idOf<ServerId>(),
      /** Under which the server's flow is carried on: who holds it no more claims nothing. */
      lease: Type.Object({
        flowId: idOf<FlowId>(),
        owner: Type.String(),
        /** The cell in whose database the flow is; that of the API, if absent. */
        cellId: Type.Optional(Type.String()),
      }),
      /** Hosts that have refused the server already. */
      ignoreHosts: listOf(Type.String()),
      /** What a server that is there already asks for now: it stays in its cell. */
      move: Type.Optional(serverMove),
    }),
    Type.Object({
      /** Claimed. */
      selected: destination,
      /** In the same cell, best first, not claimed. */
      alternates: listOf(destination),
    }),
    { since: '1.0' },
  ),
})
