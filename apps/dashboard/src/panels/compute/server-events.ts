import { computeApi } from '@nimbo/contracts/compute/api'
import { listInstanceActions } from '@nimbo/contracts/compute/instance-actions'
import { column } from '../../panel/column.ts'
import { panel } from '../../panel/panel.ts'

export const serverEvents = panel({
  id: 'server-events',
  api: computeApi,
  kind: 'server',
  key: 'request_id',
  list: { operation: listInstanceActions, query: { limit: 200 } },
  columns: [
    column('action'),
    column('start_time', { look: 'date' }),
    column('updated_at', { look: 'date' }),
    column('message'),
    column('request_id', { look: 'code' }),
    column('user_id', { look: 'reference', to: 'users' }),
  ],
})
