import { type NetworkSegment, segment } from '@nimbo/contracts/network/segment'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { chooseSegment, segmentTaken } from '../network/choose-segment.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { segments, wireOf } from './segments.ts'

const createOne = async (inside: Inside, values: Owned<typeof segment>): Promise<NetworkSegment> => {
  const { deps, db } = inside
  const { network_id: id, project_id: _nobodys, ...asked } = values
  const network = await networks.plain(db, 'all', id)
  if (!network) throw networkErrors.NetworkNotFound({ id })
  const chosen = await chooseSegment(db, deps.config, {
    'provider:network_type': asked.network_type,
    'provider:physical_network': asked.physical_network,
    'provider:segmentation_id': asked.segmentation_id,
    project_id: network.project_id,
  })
  const row = {
    ...asked,
    ...standardValues(deps.clock),
    network_id: id,
    physical_network: chosen.physicalNetwork,
    segmentation_id: chosen.segmentationId,
  }
  if (!(await segments.insert(db, row, { wire: wireOf(row) }))) throw segmentTaken(chosen)
  const made = await refreshed(segments, db, row.id)
  await created(inside, segment, values, made)
  return made
}

export const createSegments =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof segment>[]): Promise<NetworkSegment[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: NetworkSegment[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })
