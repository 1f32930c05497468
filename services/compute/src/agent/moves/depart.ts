import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { powerStates } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'
import { plugFunctionsBack, unplugFunctions } from '../pci/replug-functions.ts'
import { knownServer } from './known-server.ts'
import { liveDriver } from './live-driver.ts'
import type { MoveDeps } from './move-deps.ts'

/** Migrates the guest of a server to another host and reports progress. Throws `LiveMigrationAborted`. */
export const depart =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId, part: MovePartOf<'depart'>): Promise<Moved> => {
    if (deps.devices.heldBy(serverId).length === 0) return leave(deps, ctx, serverId, part)
    const server = await knownServer(deps, ctx, serverId)
    return withoutFunctions(deps, ctx, server, () => leave(deps, ctx, serverId, part))
  }

/** Unplugs the virtual functions of a guest, then runs the migration; if it fails, the guest gets them back. */
const withoutFunctions = async (
  deps: MoveDeps,
  ctx: Context,
  server: HostedServer,
  work: () => Promise<Moved>,
): Promise<Moved> => {
  try {
    await unplugFunctions(deps, ctx, server)
    return await work()
  } catch (error) {
    await plugFunctionsBack(deps, ctx, server)
    throw error
  }
}

const leave = async (
  deps: MoveDeps,
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
        log.warn({ serverId, error }, 'the progress of a live migration was not reported')
      }
    },
  })
  if (ending === 'aborted') throw errors.LiveMigrationAborted({ serverId })
  return {}
}

/** Cancels a live migration on the source host, and takes back a guest that had already left. */
export const stay =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId): Promise<Moved> => {
    const { hypervisor, devices } = deps
    await hypervisor.live?.stay(serverId)
    // A guest that had already left is off now, and gets its devices when it is started.
    if (
      devices.heldBy(serverId).length > 0 &&
      (await hypervisor.power.powerState(serverId)) === powerStates.running
    )
      await plugFunctionsBack(deps, ctx, await knownServer(deps, ctx, serverId))
    return {}
  }
