import { conntrackHelper, type PlainConntrackHelper } from '@nimbo/contracts/network/conntrack-helper'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../tables.ts'

export const conntrackHelpers = repository(conntrackHelper, {
  visibleTo: (projectId) => sql<SqlBool>`conntrack_helpers.router_id in (
      select id from routers where project_id = ${projectId})`,
})

/** The conntrack helpers of these routers. */
export const helpersOf = (db: Db, routerIds: readonly string[]): Promise<PlainConntrackHelper[]> =>
  conntrackHelpers.list(db, 'all', { router_id: routerIds })
