import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { errors } from '../agent-errors.ts'
import { liveDriver } from './live-driver.ts'
import type { MoveDeps } from './move-deps.ts'

/** Migrates the guest of a server to another host and reports progress. Throws `LiveMigrationAborted`. */
export const depart =
  (deps: MoveDeps) =>
  async (
    ctx: Context,
    serverId: ServerId,
    { migrationId, landing }: MovePartOf<'depart'>,
  ): Promise<Moved> => {
    const { conductor, host, log } = deps
    const ending = await liveDriver(deps).depart({
      ...{ id: serverId, landing },
      tell: async (progress) => {
        try {
          await conductor.liveMigrationProgressed(ctx, { host, serverId, migrationId, ...progress })
        } catch (error) {
          log.warn({ serverId, error }, 'nobody was told how far a live migration is')
        }
      },
    })
    if (ending === 'aborted') throw errors.LiveMigrationAborted({ serverId })
    return {}
  }
