import { networkApi } from '@nimbo/contracts/network/api'
import { listNetworkIpAvailabilities } from '@nimbo/contracts/network/network-ip-availabilities'
import { column } from '../../panel/column.ts'
import { panel } from '../../panel/panel.ts'

export const ipAvailability = panel({
  id: 'ip-availability',
  api: networkApi,
  key: 'network_id',
  list: { operation: listNetworkIpAvailabilities },
  columns: [
    column('network_name'),
    column('project_id', { look: 'reference', to: 'projects' }),
    column('used_ips'),
    column('total_ips'),
  ],
  filters: [{ name: 'network_name' }],
})
