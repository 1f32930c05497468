import { type Network, network } from '@nimbo/contracts/network/network'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { asShared, everyone } from '../rbac-policy/rbac-policies.ts'
import { usersByGraceOf } from '../rbac-policy/users-of-object.ts'
import { changeSegment } from './change-segment.ts'
import { errors } from './errors.ts'
import { mtuFor } from './mtu.ts'
import { networks } from './networks.ts'
import { updated } from '../../app/life.ts'
import type { Db } from '../../tables.ts'

/** Throws when other projects have ports or subnets on a network that is to be unshared. */
const checkUnshare = async (db: Db, { id, name, project_id: owner }: Network): Promise<void> => {
  const network = { type: 'network', id, owner, action: asShared } as const
  if ((await usersByGraceOf(db, network, everyone)).length > 0)
    throw errors.InvalidSharedSetting({ network: name })
}

export const updateNetwork =
  (deps: Deps) =>
  (ctx: Context, before: Network, changes: Changes<typeof network>): Promise<Network> => {
    const {
      mtu,
      'provider:network_type': _type,
      'provider:physical_network': _physicalNetwork,
      'provider:segmentation_id': _segmentationId,
      ...others
    } = changes
    const changed = {
      ...others,
      ...(mtu === undefined ? {} : { mtu: mtuFor(before['provider:network_type'], deps.config, mtu) }),
    }
    return deps.transaction(ctx, async (inside) => {
      if (before.shared && changes.shared === false) await checkUnshare(inside.db, before)
      const moved = await changeSegment(inside, before, changes)
      await networks.update(inside.db, before.id, { ...changed, ...moved }, timestamp(deps.clock))
      const after = await refreshed(networks, inside.db, before.id)
      await updated(inside, network, changes, { before, after })
      return after
    })
  }
