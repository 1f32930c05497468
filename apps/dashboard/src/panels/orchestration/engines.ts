import { listEngines } from '@nimbo/contracts/orchestration/services'
import { column } from '../../panel/column.ts'
import { orchestrationPanel } from './orchestration-panel.ts'

export const engines = orchestrationPanel({
  id: 'engines',
  list: { operation: listEngines },
  columns: [
    column('hostname', { label: 'host' }),
    column('binary'),
    column('engine_id', { look: 'code' }),
    column('status', { look: 'status' }),
    column('updated_at', { look: 'date' }),
  ],
  filters: [{ name: 'hostname', byPage: true }],
})
