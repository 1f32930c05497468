import { unmanageVolume } from '@nimbo/contracts/volume/manageable'
import { migrateVolume } from '@nimbo/contracts/volume/volume-actions'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { type Panel, panel } from '../../panel/panel.ts'
import { unlessIn } from './volume-state.ts'
import { volumes } from './volumes.ts'

const { create: _, ...whole }: Panel = volumes
const project = column('os-vol-tenant-attr:tenant_id', { look: 'reference', to: 'projects' })
const host = column('os-vol-host-attr:host')

/** The volumes of all projects, and where they are. */
export const adminVolumes = panel({
  ...whole,
  list: { ...volumes.list, query: { all_tenants: 1 } },
  columns: [...volumes.columns.slice(0, 1), project, host, ...volumes.columns.slice(1)],
  details: (volumes.details ?? []).filter(({ name }) => name !== project.name && name !== host.name),
  actions: [
    ...(volumes.actions ?? []),
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
