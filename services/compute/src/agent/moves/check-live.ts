import { claimFunctions } from '../pci/replug-functions.ts'
import { requireDevicesMove } from '../pci/require-devices-move.ts'
import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { powerStates } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'
import { serverHere } from '../builds/prepared-server.ts'
import { claimPlace } from '../host/numa-places.ts'
import { claimOf } from './claim-room.ts'
import { knownServer } from './known-server.ts'
import { liveDriver } from './live-driver.ts'
import type { MoveDeps } from './move-deps.ts'
import { requireDisksFit } from './require-disks-fit.ts'

/** Claims resources for an incoming live migration. Throws when the guest cannot run here. */
export const checkLanding =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId, { claim }: MovePartOf<'check-landing'>): Promise<Moved> => {
    const driver = liveDriver(deps)
    await claimPlace(deps)(ctx, serverId, claimOf(claim))
    if (deps.devices.nodes().length > 0) {
      const server = await knownServer(deps, ctx, serverId)
      await claimFunctions(deps, ctx, { ...server, node: claim.node })
    }
    return driver.sharesFiles === undefined ? {} : { shared: await driver.sharesFiles(serverId) }
  }

const leaves: readonly number[] = [powerStates.running, powerStates.paused]

/** Throws when the server's guest cannot leave this host. */
export const checkDeparture =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId, wanted: MovePartOf<'check-departure'>): Promise<Moved> => {
    liveDriver(deps)
    const server = await serverHere(deps, ctx, serverId)
    requireDisksFit(deps.host, server, wanted)
    requireDevicesMove(deps.devices, server)
    if (!leaves.includes(await deps.hypervisor.power.powerState(serverId)))
      throw errors.MigrationPreCheckError({ reason: `Instance ${serverId} is not running.` })
    return {}
  }
