import type { GroupSnapshot } from '@nimbo/contracts/volume/group-snapshots'
import type { Group } from '@nimbo/contracts/volume/groups'
import { wireTime } from '../../domain/wire-time.ts'

export const summary = ({ id, name }: { readonly id: string; readonly name: string | null }) => ({ id, name })

export const consistencyGroupView = (group: Group) => ({
  ...summary(group),
  status: group.status,
  availability_zone: group.availability_zone,
  created_at: wireTime(group.created_at),
  description: group.description,
  volume_types: [...group.volume_types],
})

export const cgsnapshotView = (snapshot: GroupSnapshot) => ({
  ...summary(snapshot),
  consistencygroup_id: snapshot.group_id,
  status: snapshot.status,
  created_at: wireTime(snapshot.created_at),
  description: snapshot.description,
})
