import { computeApi } from '@nimbo/contracts/compute/api'
import { deleteService, listServices, updateService } from '@nimbo/contracts/compute/services'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { type Item, textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

const isCompute = (service: Item): boolean => textAt(service, 'binary') === 'nova-compute'
const isEnabled = (service: Item): boolean => textAt(service, 'status') === 'enabled'

export const computeServices = panel({
  id: 'compute-services',
  api: computeApi,
  kind: 'service',
  list: { operation: listServices },
  columns: [
    column('host'),
    column('binary'),
    column('zone'),
    column('status', { look: 'status' }),
    column('state', { look: 'status' }),
    column('updated_at', { look: 'date' }),
    column('disabled_reason'),
  ],
  details: [column('forced_down', { look: 'yes' })],
  filters: [
    { name: 'host', byPage: true },
    { name: 'binary', choices: ['nova-compute', 'nova-conductor', 'nova-scheduler'] },
  ],
  actions: [
    {
      id: 'disable',
      operation: updateService,
      form: {
        fields: [field('disabled_reason', { option: 'disable-reason' })],
        body: (values) => ({ status: 'disabled', ...values }),
      },
      offered: (service) => isCompute(service) && isEnabled(service),
    },
    {
      id: 'enable',
      operation: updateService,
      body: () => ({ status: 'enabled' }),
      offered: (service) => isCompute(service) && !isEnabled(service),
    },
  ],
  remove: { operation: deleteService },
})
