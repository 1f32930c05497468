import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { buildRequests } from '../db/build-requests.ts'
import { instanceActions } from '../db/instance-actions.ts'
import { instances, type ServerChanges } from '../db/instances.ts'
import type { BuildRequest } from '../domain/request-spec.ts'
import { errors } from '../errors.ts'
import type { LocatedServer } from './find-server.ts'
import type { OperateDeps } from './operate-server.ts'

/** What of a server may change while it still waits for a cell. */
export type PlainChanges = Pick<
  ServerChanges,
  'name' | 'description' | 'hostname' | 'metadata' | 'tags' | 'diskConfig' | 'locked'
> & {
  readonly accessIpV4?: string | null
  readonly accessIpV6?: string | null
  readonly lockedReason?: string | null
}

const changedBuild = (build: BuildRequest, changes: PlainChanges): BuildRequest => {
  const { accessIpV4, accessIpV6, lockedReason: _, ...plain } = changes
  return {
    ...build,
    ...plain,
    ...(accessIpV4 == null ? {} : { accessIpV4 }),
    ...(accessIpV6 == null ? {} : { accessIpV6 }),
  }
}

/**
 * Changes what a server is called and said to be, at once and wherever it is kept. With `action`, the change is a server
 * action of that name.
 */
export const changeServer =
  ({ databases, clock }: Pick<OperateDeps, 'databases' | 'clock'>) =>
  async (
    ctx: Context,
    { server, cellId }: LocatedServer,
    changes: PlainChanges,
    action?: string,
  ): Promise<void> => {
    if (cellId === null) {
      const requests = buildRequests(databases.api, clock)
      const pending = await requests.find(server.id)
      if (!pending || !(await requests.change(changedBuild(pending.build, changes))))
        throw errors.Conflict({ reason: `Instance ${server.id} is not ready` })
      return
    }
    const cell = await databases.cell(cellId)
    await allOrNone(cell, async (trx) => {
      if (action !== undefined) await instanceActions(trx, clock).begin(ctx, server.id, action)
      await instances(trx, clock).update(server.id, changes)
    })
  }
