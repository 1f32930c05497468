import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { VolumeApp } from '../../app/app.ts'
import { needGroupSnapshot } from './group-snapshots.ts'
import { needGroup } from './groups.ts'

const kind = kindOf<VolumeApp>()
/** `handle()` for operations on groups and group snapshots. */
export const handle = handlersOf<VolumeApp>()({
  volume_group: kind({
    by: 'group_id',
    find: ({ app, ctx }, id) => needGroup(app, ctx, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
  }),
  group_snapshot: kind({
    by: 'group_snapshot_id',
    find: ({ app, ctx }, id) => needGroupSnapshot(app, ctx, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
  }),
})
