import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import { type PortAllocations, profileWith } from '../../domain/networks/port-requests.ts'
import { tellPorts } from '../../resources/port-allocations.ts'
import { healExitCodes } from './heal-exit-codes.ts'

type Network = Pick<NetworkClient, 'ports' | 'updatePort'>

/** Takes the providers out of the binding profiles of these ports; resolves to the ports for which that failed. */
const takeBack = async (
  network: Network,
  ctx: Context,
  portIds: readonly string[],
): Promise<readonly string[]> => {
  const failed: string[] = []
  for (const id of portIds)
    try {
      const [port] = await network.ports(ctx, { id: [id] }, ['id', 'binding:profile'])
      if (port === undefined) continue
      const profile = profileWith(port['binding:profile'], undefined)
      await network.updatePort(ctx, id, { 'binding:profile': profile })
    } catch {
      failed.push(id)
    }
  return failed
}

/**
 * Writes the providers that serve ports into their binding profiles, and then does `work`. When either fails, the profiles are
 * as before; ports for which even that fails are named in the error.
 */
export const withPortsTold = async (
  network: Network,
  ctx: Context,
  portAllocations: PortAllocations,
  work: () => Promise<void>,
): Promise<void> => {
  const told: string[] = []
  try {
    for (const [portId, allocation] of Object.entries(portAllocations)) {
      // It may have been written even if the reply is lost.
      told.push(portId)
      try {
        await tellPorts(network, ctx, { portAllocations: { [portId]: allocation } })
      } catch (error) {
        throw new UserError(
          `Port ${portId} cannot be updated: ${messageOf(error)}`,
          healExitCodes.portsNotUpdated,
        )
      }
    }
    await work()
  } catch (error) {
    const failed = await takeBack(network, ctx, told)
    if (failed.length === 0) throw error
    const commands = failed.map((id) => `openstack port unset ${id} --binding-profile allocation`)
    throw new UserError(
      `${messageOf(error)}; and ports cannot be changed back, which needs: ${commands.join('; ')}`,
      healExitCodes.portsNotRolledBack,
    )
  }
}
