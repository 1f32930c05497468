import { column } from '../panel/column.ts'

/** The project that has something. */
export const projectColumn = column('project_id', { look: 'reference', to: 'projects' })
