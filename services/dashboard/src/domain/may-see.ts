import type { CloudEvent } from '@nimbo/contracts/dashboard/events'
import type { Session } from './session.ts'

/** Whether a session may see an event: admins see all, other users those of their project. */
export const maySee = ({ view }: Session, { project_id }: CloudEvent): boolean =>
  view.roles.includes('admin') || (project_id !== null && project_id === view.project?.id)
