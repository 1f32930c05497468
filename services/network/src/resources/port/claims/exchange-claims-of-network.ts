import type { Network } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../../../app/deps.ts'
import { requestsUnder } from '../../qos-rule/resource-requests.ts'
import { isServerPort } from '../device-owners.ts'
import { exchangeGroups } from './exchange-groups.ts'
import { ports } from '../ports.ts'

/** Whether a server's claim for a port depends on the policy of the port's network. */
const inherits = (port: Port): boolean => port.qos_policy_id === null && isServerPort(port)

type Governed = Pick<Network, 'id' | 'qos_policy_id'>

/** Changes the claim for one port; false, without a change, when the port was detached or moved meanwhile. */
const exchange = async (
  deps: Deps,
  ctx: Context,
  port: Port,
  change: { readonly before: Governed; readonly after: Governed },
): Promise<boolean> => {
  const groups = await requestsUnder(deps.db, port, () => ({
    now: change.before.qos_policy_id,
    wanted: change.after.qos_policy_id,
  }))
  const claim = await exchangeGroups(deps)(ctx, port, groups)
  if (Object.keys(claim.columns).length === 0) return true
  try {
    const isDone = await deps.transaction(ctx, async ({ db }) => {
      if (!claim.isFor(await ports.plain(db, 'all', port.id))) return false
      await ports.update(db, port.id, claim.columns, timestamp(deps.clock))
      return true
    })
    if (!isDone) await claim.undo()
    return isDone
  } catch (error) {
    await claim.undo()
    throw error
  }
}

/**
 * Changes the claims of servers whose ports inherit the policy of a network that has changed. As in Neutron, the network changes
 * even if a host lacks the resources for the new minimum: then the server keeps its claim, the failure is logged, and the
 * minimum is only enforced on the host.
 */
export const exchangeClaimsOfNetwork = async (
  deps: Deps,
  ctx: Context,
  change: { readonly before: Governed; readonly after: Governed },
): Promise<void> => {
  const network = change.after.id
  for (const found of await ports.list(deps.db, 'all', { network_id: [network] })) {
    let port: Port | undefined = found
    try {
      while (port && inherits(port) && !(await exchange(deps, ctx, port, change)))
        port = await ports.get(deps.db, 'all', found.id)
    } catch (error) {
      deps.log.error(
        { server: found.device_id, port: found.id, network, reason: messageOf(error) },
        'could not change the claim of a server to the new policy of a network',
      )
    }
  }
}
