import { column } from '../../panel/column.ts'

/** Details of every resource that belongs to a project. */
export const ownedDetails = [
  column('description'),
  column('project_id', { look: 'reference', to: 'projects' }),
  column('created_at', { look: 'date', sort: 'created_at' }),
  column('updated_at', { look: 'date' }),
  column('revision_number'),
  column('tags', { look: 'list' }),
] as const
