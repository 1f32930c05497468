import { evacuate } from '@nimbo/contracts/compute/actions/evacuate'
import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
import { migrate } from '@nimbo/contracts/compute/actions/migrate'
import { computeApi } from '@nimbo/contracts/compute/api'
import { deleteService, listServices, updateService } from '@nimbo/contracts/compute/services'
import type { ActionSpec, OnEach, StateRefusal } from '../../panel/action-spec.ts'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { type Item, textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

const isCompute = (service: Item): boolean => textAt(service, 'binary') === 'nova-compute'
const isEnabled = (service: Item): boolean => textAt(service, 'status') === 'enabled'

/** Performs an action of the panel of servers on all servers of the host. */
const onServers = (action: string): OnEach => ({
  panel: 'servers',
  action,
  within: ({ host }) => ({ query: { host } }),
})

/** Disables an action while the service is enabled: new servers would be scheduled to the host while its servers leave. */
const unlessDisabled = (service: Item): StateRefusal | undefined =>
  isEnabled(service) ? { why: 'enabled' } : undefined

/** Disables an action unless the service is down: only servers of a failed host may be evacuated. */
const unlessDown = (service: Item): StateRefusal | undefined =>
  textAt(service, 'state') === 'down' ? undefined : { why: 'hostUp' }

/** Moves of all servers of a host. */
const hostMoves: readonly ActionSpec[] = [
  {
    ...{ id: 'migrate-host', operation: migrate.operation, onEach: onServers('migrate') },
    ...{ hindered: unlessDisabled, offered: isCompute },
  },
  {
    ...{ id: 'live-migrate-host', operation: liveMigrate.operation, onEach: onServers('live-migrate') },
    ...{ hindered: unlessDisabled, offered: isCompute },
  },
  {
    ...{ id: 'evacuate-host', operation: evacuate.operation, onEach: onServers('evacuate') },
    ...{ hindered: unlessDown, offered: isCompute },
  },
]

export const computeServices = panel({
  id: 'compute-services',
  api: computeApi,
  kind: 'service',
  polled: true,
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
    ...hostMoves,
  ],
  remove: { operation: deleteService },
})
