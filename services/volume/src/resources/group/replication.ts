import type { Group } from '@nimbo/contracts/volume/groups'
import type { VolumeApp } from '../../app/app.ts'
import { groupTypes } from '../../db/group-types.ts'
import { errors } from '../../errors.ts'

const replicates = ['group_replication_enabled', 'consistent_group_replication_enabled']

/**
 * Refuses replication operations on a group: either its type is not replicated, or replication is not enabled, because no back
 * end here supports it.
 */
export const refuseReplication = async (app: VolumeApp, group: Group): Promise<never> => {
  const type = await groupTypes.get(app.db, 'all', group.group_type_id)
  if (!replicates.some((key) => type?.group_specs[key] === '<is> True'))
    throw errors.InvalidGroupType({ reason: `Group ${group.id} is not a replication group type.` })
  throw errors.InvalidGroup({
    reason: `Replication of group ${group.id} is not-capable: its back end ${group.host} does not replicate.`,
  })
}
