import { type Gateway, router } from '@nimbo/contracts/network/router'
import { prepared } from '@nimbo/db/prepared'
import { grouped } from '@nimbo/resource/rows/grouped'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'
import { gatewaysOf } from './gateways.ts'

const zonesOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('router_bindings')
    .innerJoin('agents', 'agents.host', 'router_bindings.host')
    .select(['router_id', 'availability_zone'])
    .where('router_id', 'in', ids)
    .distinct()
    .orderBy('availability_zone'),
)

const helpersOfRouters = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('conntrack_helpers').selectAll().where('router_id', 'in', ids).orderBy('id'),
)

const shownGateways = async (db: Db, ids: readonly string[]): Promise<Map<string, Gateway[]>> =>
  new Map(
    [...(await gatewaysOf(db, ids))].map(([id, all]) => [id, all.map(({ gateway }) => gateway)] as const),
  )

export const routers = repository(router, {
  visibleTo: ownedBy(router),
  apart: {
    external_gateway_info: {
      read: async (db: Db, ids) =>
        new Map([...(await shownGateways(db, ids))].map(([id, [first]]) => [id, first ?? null] as const)),
      none: null,
    },
    conntrack_helpers: {
      read: async (db: Db, ids) =>
        grouped(
          await helpersOfRouters(db, { ids }),
          ({ router_id }) => router_id,
          ({ router_id: _of, ...helper }) => helper,
        ),
      none: [],
    },
    external_gateways: { read: shownGateways, none: [] },
    availability_zones: {
      read: async (db: Db, ids) =>
        grouped(
          await zonesOf(db, { ids }),
          ({ router_id }) => router_id,
          ({ availability_zone }) => availability_zone,
        ),
      none: [],
    },
  },
})
