import type { CloudEvent } from '@nimbo/contracts/dashboard/events'
import type { Session } from './session.ts'

/** Admins are told of everything, others of what belongs to their project. */
export const maySee = ({ view }: Session, { project_id }: CloudEvent): boolean =>
  view.roles.includes('admin') || (project_id !== null && project_id === view.project?.id)
