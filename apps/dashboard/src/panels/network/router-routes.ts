import { networkApi } from '@nimbo/contracts/network/api'
import { router, routerOperations } from '@nimbo/contracts/network/router'
import { addExtraroutes, removeExtraroutes } from '@nimbo/contracts/network/router-changes'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, type Item } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'

/** Routes have no id: destination and next hop are used as the key. */
const routesIn = (reply: unknown): readonly Item[] => {
  const whole = isItem(reply) && isItem(reply.router) ? reply.router : {}
  return itemsIn(whole.routes).map(({ destination, nexthop }) => ({
    ...{ id: `${String(destination)} ${String(nexthop)}`, router_id: whole.id },
    ...{ destination, nexthop },
  }))
}

/** The static routes of a router. */
export const routerRoutes = panel({
  id: 'router-routes',
  api: networkApi,
  kind: router.name,
  list: { operation: routerOperations.show, items: routesIn },
  columns: [column('destination'), column('nexthop')],
  filters: [{ name: 'destination', byPage: true }],
  create: {
    operation: addExtraroutes,
    fields: [
      field('destination', { as: 'text', required: true }),
      field('nexthop', { as: 'text', required: true }),
    ],
    body: ({ destination, nexthop }) => ({ router: { routes: [{ destination, nexthop }] } }),
  },
  remove: {
    operation: removeExtraroutes,
    path: ({ router_id }) => ({ router_id }),
    body: ({ destination, nexthop }) => ({ router: { routes: [{ destination, nexthop }] } }),
  },
})
