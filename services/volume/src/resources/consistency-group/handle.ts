import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { VolumeApp } from '../../app/app.ts'
import { needGroupSnapshot } from '../group/group-snapshots.ts'
import { needGroup } from '../group/groups.ts'

const kind = kindOf<VolumeApp>()
/** `handle()` for operations on groups and group snapshots under their older names. Like Cinder, it finds those of every type. */
export const handle = handlersOf<VolumeApp>()({
  volume_group: kind({
    by: 'consistencygroup_id',
    find: ({ app, ctx }, id) => needGroup(app, ctx, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
  }),
  group_snapshot: kind({
    by: 'cgsnapshot_id',
    find: ({ app, ctx }, id) => needGroupSnapshot(app, ctx, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
  }),
})
