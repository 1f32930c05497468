import { unmanageSnapshot } from '@nimbo/contracts/volume/manageable'
import { forceDeleteSnapshot, resetSnapshotStatus } from '@nimbo/contracts/volume/snapshots'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { acrossProjects } from '../across-projects.ts'
import { snapshots } from './snapshots.ts'
import { unlessIn } from './volume-state.ts'

/** The snapshots of all projects. */
export const adminSnapshots = acrossProjects(snapshots, {
  owner: [
    column('os-extended-snapshot-attributes:project_id', {
      label: 'project_id',
      look: 'reference',
      to: 'projects',
    }),
  ],
  query: { all_tenants: 1 },
  actions: [
    {
      id: 'reset-status',
      operation: resetSnapshotStatus,
      form: {
        key: 'os-reset_status',
        fields: [field('status', { choices: ['available', 'error'], initial: 'available' })],
      },
    },
    { id: 'force-delete', operation: forceDeleteSnapshot, asks: true },
    {
      id: 'unmanage',
      operation: unmanageSnapshot,
      hindered: unlessIn('available', 'error'),
      asks: true,
    },
  ],
})
