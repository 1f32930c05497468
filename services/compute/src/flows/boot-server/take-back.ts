import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances, type Transition } from '../../db/servers/instances.ts'
import { buildTasks } from '../../domain/servers/states.ts'

/** `finished`: a host completed the build first, even if the server has left that host since. */
export type TakenBack = 'taken' | 'finished'

/**
 * Compare-and-set between the host completing a build and the conductor taking it back. A server that was taken back
 * has the task state `scheduling`, in which no host continues.
 */
const take = async (
  cell: Kysely<CellTables>,
  clock: Clock,
  serverId: string,
  transition: Transition,
): Promise<TakenBack> => {
  if (await instances(cell, clock).transition(serverId, transition)) return 'taken'
  const server = await instances(cell, clock).findPart(serverId, ['vmState', 'host', 'launchedAt'])
  if (server === undefined || server.vmState === 'building') return 'taken'
  const { host } = transition.from
  const isThere = server.host !== null && (host === undefined || server.host === host)
  // A server that ran may have left its host since, for example because it was shelved; its build is finished all the
  // same.
  return isThere || server.launchedAt !== null ? 'finished' : 'taken'
}

/** Takes a build from its host, before its parts are removed there. */
export const takeFromHost = (
  cell: Kysely<CellTables>,
  clock: Clock,
  { serverId, host }: { readonly serverId: string; readonly host: string },
): Promise<TakenBack> =>
  take(cell, clock, serverId, {
    from: { vmStates: ['building'], taskStates: buildTasks, host },
    to: { taskState: 'scheduling' },
  })

/** Takes a build from any host for good. */
export const giveUpBuild = (cell: Kysely<CellTables>, clock: Clock, serverId: string): Promise<TakenBack> =>
  take(cell, clock, serverId, {
    from: { vmStates: ['building'], taskStates: [...buildTasks, 'scheduling'] },
    to: { taskState: 'scheduling', host: null, node: null },
  })
