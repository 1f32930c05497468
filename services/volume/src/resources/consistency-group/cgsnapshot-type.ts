import type { GroupType } from '@nimbo/contracts/volume/group-types'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../app/app.ts'
import type { Db } from '../../db/db.ts'
import { cgsnapshotTypeName } from '../../db/groups.ts'
import { groupTypes } from '../../db/group-types.ts'
import { errors } from '../../errors.ts'

/** Creates the group type of consistency groups unless it exists. */
export const ensureCgsnapshotType = async (db: Db, clock: Clock): Promise<void> => {
  const now = timestamp(clock)
  await groupTypes.insert(db, {
    ...{ id: newId(), name: cgsnapshotTypeName, created_at: now, updated_at: now },
    description: 'Default group type for migrating cgsnapshot',
    is_public: true,
    group_specs: { consistent_group_snapshot_enabled: '<is> True' },
  })
}

/** The group type of consistency groups; none when an administrator has deleted it. */
export const findCgsnapshotType = async ({ db }: Pick<VolumeApp, 'db'>): Promise<GroupType | undefined> => {
  const [type] = await groupTypes.list(db, 'all', { name: [cgsnapshotTypeName] })
  return type
}

/** Refuses groups (or their snapshots) whose type is that of consistency groups: only the older API may change them. */
export const refuseReservedType = async (
  app: Pick<VolumeApp, 'db'>,
  typeId: string,
  kind: 'group' | 'snapshot',
): Promise<void> => {
  if ((await findCgsnapshotType(app))?.id !== typeId) return
  throw kind === 'group'
    ? errors.GroupOfReservedType({ id: typeId })
    : errors.GroupSnapshotOfReservedType({ id: typeId })
}

/** Leaves out groups and snapshots of the type of consistency groups, since the newer API does not list them. */
export const withoutReservedType = async <Item extends { readonly group_type_id: string }>(
  app: Pick<VolumeApp, 'db'>,
  items: readonly Item[],
): Promise<readonly Item[]> => {
  if (items.length === 0) return items
  const reserved = await findCgsnapshotType(app)
  return items.filter(({ group_type_id }) => group_type_id !== reserved?.id)
}
