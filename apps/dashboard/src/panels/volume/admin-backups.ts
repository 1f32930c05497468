import { column } from '../../panel/column.ts'
import { acrossProjects } from '../across-projects.ts'
import { backups } from './backups.ts'

export const adminBackups = acrossProjects(backups, {
  owner: [
    column('os-backup-project-attr:project_id', { label: 'project_id', look: 'reference', to: 'projects' }),
  ],
  query: { all_tenants: 1 },
})
