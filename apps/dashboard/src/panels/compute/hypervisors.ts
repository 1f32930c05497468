import { computeApi } from '@nimbo/contracts/compute/api'
import { listHypervisorsInFull, showHypervisor } from '@nimbo/contracts/compute/hypervisors'
import { column } from '../../panel/column.ts'
import { textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

export const hypervisors = panel({
  id: 'hypervisors',
  api: computeApi,
  list: { operation: listHypervisorsInFull, query: { with_servers: 'true' } },
  show: { operation: showHypervisor, key: 'hypervisor', query: { with_servers: 'true' } },
  columns: [
    column('hypervisor_hostname'),
    column('hypervisor_type'),
    column('host_ip'),
    column('state', { look: 'status' }),
    column('status', { look: 'status' }),
    column('servers', {
      label: 'server_count',
      value: ({ servers }) => (Array.isArray(servers) ? servers.length : 0),
    }),
  ],
  details: [column('hypervisor_version'), column('uptime'), column('service.host', { label: 'host' })],
  filters: [{ name: 'hypervisor_hostname', byPage: true }],
  tabs: [
    {
      id: 'servers',
      panel: 'servers',
      within: ({ hypervisor_hostname: node }) => ({ query: { node, all_tenants: 1 } }),
    },
    {
      id: 'services',
      panel: 'compute-services',
      within: (hypervisor) => ({ query: { host: textAt(hypervisor, 'service.host') } }),
    },
    {
      id: 'inventory',
      panel: 'inventories',
      within: ({ id }) => ({ path: { uuid: id } }),
    },
  ],
  command: 'hypervisor show',
})
