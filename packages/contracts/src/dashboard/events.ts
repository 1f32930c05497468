import { view } from '@nimbo/operation/content'
import { type Static, Type } from 'typebox'

/** A change as sent to the page: enough to reload what changed, and nothing the user may not see. */
export const CloudEvent = view({
  /** `server`, `volume`, `image`, `network`, `port`, … */
  kind: Type.String(),
  id: Type.String(),
  /** Null for resources without a project, sent to admins only. */
  project_id: Type.Union([Type.String(), Type.Null()]),
  event_type: Type.String(),
  at: Type.String(),
})
export type CloudEvent = Static<typeof CloudEvent>
