import { resetBackupStatus } from '@nimbo/contracts/volume/backups'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { acrossProjects } from '../across-projects.ts'
import { backups } from './backups.ts'

export const adminBackups = acrossProjects(backups, {
  owner: [
    column('os-backup-project-attr:project_id', { label: 'project_id', look: 'reference', to: 'projects' }),
  ],
  query: { all_tenants: 1 },
  actions: [
    {
      id: 'reset-status',
      operation: resetBackupStatus,
      form: {
        key: 'os-reset_status',
        fields: [field('status', { choices: ['available', 'error'], initial: 'available' })],
      },
    },
  ],
})
