import { networkApi } from '@nimbo/contracts/network/api'
import {
  addRouterToAgent,
  listRoutersOfAgent,
  removeRouterFromAgent,
} from '@nimbo/contracts/network/l3-scheduling'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'
import { projectColumn } from '../project-column.ts'

/** The routers that an L3 agent hosts. */
export const agentRouters = panel({
  id: 'agent-routers',
  api: networkApi,
  kind: 'router',
  list: { operation: listRoutersOfAgent },
  columns: [column('name'), projectColumn, column('status', { look: 'status' })],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: addRouterToAgent,
    fields: [field('router_id', { to: 'routers' })],
    command: 'network agent add router --l3',
  },
  remove: { operation: removeRouterFromAgent, command: 'network agent remove router --l3' },
})
