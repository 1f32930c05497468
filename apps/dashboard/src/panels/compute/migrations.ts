import { computeApi } from '@nimbo/contracts/compute/api'
import { listMigrations } from '@nimbo/contracts/compute/server-migrations'
import { column } from '../../panel/column.ts'
import { panel } from '../../panel/panel.ts'

export const migrations = panel({
  id: 'migrations',
  api: computeApi,
  kind: 'server',
  list: { operation: listMigrations },
  columns: [
    column('instance_uuid', { look: 'reference', to: 'servers' }),
    column('migration_type'),
    column('source_compute'),
    column('dest_compute'),
    column('status', { look: 'status' }),
    column('created_at', { look: 'date' }),
    column('updated_at', { look: 'date' }),
  ],
  filters: [{ name: 'status' }, { name: 'host' }],
})
