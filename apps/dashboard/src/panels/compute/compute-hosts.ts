import { listServices } from '@nimbo/contracts/compute/services'
import { type Panel, panel } from '../../panel/panel.ts'
import { computeServices } from './compute-services.ts'

const { actions: _, remove: __, ...whole }: Panel = computeServices

/** The compute hosts, as targets of migrations. */
export const computeHosts = panel({
  ...whole,
  id: 'compute-hosts',
  list: { operation: listServices, query: { binary: 'nova-compute' } },
})
