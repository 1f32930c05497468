import type { Group } from '@nimbo/contracts/volume/groups'
import type { VolumeApp } from '../../app/app.ts'
import { groupTypes } from '../../db/group-types.ts'
import { errors } from '../../errors.ts'

const replicates = ['group_replication_enabled', 'consistent_group_replication_enabled']

/**
 * Refuses what is asked of the replication of a group: one whose type is not replicated has none, and of the others no back
 * end here can copy volumes to another place, so that replication is never on.
 */
export const refuseReplication = async (app: VolumeApp, group: Group): Promise<never> => {
  const type = await groupTypes.get(app.db, 'all', group.group_type_id)
  if (!replicates.some((key) => type?.group_specs[key] === '<is> True'))
    throw errors.InvalidGroupType({ reason: `Group ${group.id} is not a replication group type.` })
  throw errors.InvalidGroup({
    reason: `Replication of group ${group.id} is not-capable: its back end ${group.host} does not replicate.`,
  })
}
