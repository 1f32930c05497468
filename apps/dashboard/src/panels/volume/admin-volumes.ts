import { unmanageVolume } from '@nimbo/contracts/volume/manageable'
import { migrateVolume } from '@nimbo/contracts/volume/volume-actions'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { acrossProjects } from '../across-projects.ts'
import { unlessIn } from './volume-state.ts'
import { volumes } from './volumes.ts'

/** The volumes of all projects, with their hosts. */
export const adminVolumes = acrossProjects(volumes, {
  owner: [
    column('os-vol-tenant-attr:tenant_id', { look: 'reference', to: 'projects' }),
    column('os-vol-host-attr:host'),
  ],
  query: { all_tenants: 1 },
  actions: [
    {
      id: 'migrate',
      operation: migrateVolume,
      form: {
        key: 'os-migrate_volume',
        fields: [field('host', { to: 'pools', required: true }), field('force_host_copy', { as: 'switch' })],
        command: 'volume migrate',
      },
    },
    {
      id: 'unmanage',
      operation: unmanageVolume,
      hindered: unlessIn('available', 'error'),
      asks: true,
      command: 'volume delete --remote',
    },
  ],
})
