import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { VolumeApp } from '../app/app.ts'
import { needAttachment, needSnapshot, needType, needVolume } from '../app/need.ts'

const kind = kindOf<VolumeApp>()

/** The volume API's `handle()`, with the kinds of resources that operations take from their path. */
export const handle = handlersOf<VolumeApp>()({
  volume: kind({
    by: 'volume_id',
    find: ({ app, ctx }, id) => needVolume(app, ctx, id),
    facts: ({ projectId, userId }) => ({ project_id: projectId, user_id: userId }),
  }),
  snapshot: kind({
    by: 'snapshot_id',
    find: ({ app, ctx }, id) => needSnapshot(app, ctx, id),
    facts: ({ projectId, userId }) => ({ project_id: projectId, user_id: userId }),
  }),
  attachment: kind({
    by: 'attachment_id',
    find: ({ app, ctx }, id) => needAttachment(app, ctx, id),
    facts: ({ projectId }) => ({ project_id: projectId }),
  }),
  // Types have no owner: they are public, or private with access for some projects.
  type: kind({ by: 'volume_type_id', find: ({ app, ctx }, id) => needType(app, ctx, id) }),
})
