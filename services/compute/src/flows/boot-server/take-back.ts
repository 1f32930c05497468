import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances, type Transition } from '../../db/servers/instances.ts'
import { buildTasks } from '../../domain/servers/states.ts'

/** `finished`: a host was faster, and the server is what was asked for. */
export type TakenBack = 'taken' | 'finished'

/**
 * Either its host finishes a build or the build is taken back: each changes the server only if the other has not. What was
 * taken back shows the task `scheduling`, in which no host may go on with it.
 */
const take = async (
  cell: Kysely<CellTables>,
  clock: Clock,
  serverId: string,
  transition: Transition,
): Promise<TakenBack> => {
  if (await instances(cell, clock).transition(serverId, transition)) return 'taken'
  const server = await instances(cell, clock).findPart(serverId, ['vmState', 'host'])
  const { host } = transition.from
  const isFinished =
    server !== undefined &&
    server.vmState !== 'building' &&
    server.host !== null &&
    (host === undefined || server.host === host)
  return isFinished ? 'finished' : 'taken'
}

/** Takes a build from its host, on which it is taken apart next. */
export const takeFromHost = (
  cell: Kysely<CellTables>,
  clock: Clock,
  { serverId, host }: { readonly serverId: string; readonly host: string },
): Promise<TakenBack> =>
  take(cell, clock, serverId, {
    from: { vmStates: ['building'], taskStates: buildTasks, host },
    to: { taskState: 'scheduling' },
  })

/** Takes a build from whoever has it, for good: no host is given it any more. */
export const giveUpBuild = (cell: Kysely<CellTables>, clock: Clock, serverId: string): Promise<TakenBack> =>
  take(cell, clock, serverId, {
    from: { vmStates: ['building'], taskStates: [...buildTasks, 'scheduling'] },
    to: { taskState: 'scheduling', host: null, node: null },
  })
