import { column } from '../panel/column.ts'

/** The project that owns the resource. */
export const projectColumn = column('project_id', { look: 'reference', to: 'projects' })
