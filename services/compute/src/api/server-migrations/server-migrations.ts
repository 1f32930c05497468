import * as operations from '@nimbo/contracts/compute/server-migrations'
import { microversion } from '@nimbo/operation/microversion'
import type { QueryOf } from '@nimbo/operation/operation'
import type { MigrationPage } from '../../db/server-migrations/migrations.ts'
import { handle, ownerOf } from '../handle.ts'
import { nextLink } from '../page-links.ts'
import { changesIn } from '../query-instants.ts'
import { limitOf } from '../servers/server-list-query.ts'
import { migrationView, serverMigrationView } from './migration-view.ts'

/** Since 2.65 queued live migrations can be aborted too. */
const abortedEarly = microversion('2.65')
const paged = microversion('2.59')

type ListQuery = QueryOf<typeof operations.listMigrations>

const only = (value: string | undefined) => (value === undefined ? undefined : [value])

const filtersOf = (query: ListQuery): NonNullable<MigrationPage['filters']> =>
  Object.fromEntries(
    Object.entries({
      server_id: only(query.instance_uuid),
      source_compute: only(query.source_compute),
      status: only(query.status),
      migration_type: only(query.migration_type),
      user_id: only(query.user_id),
      project_id: only(query.project_id),
      // Hidden migrations are never listed, so a filter for them matches nothing.
      hidden: [false],
    }).filter(([, values]) => values !== undefined),
  )

const list = handle(operations.listMigrations, async (call) => {
  const { app, ctx, query, version, base } = call
  if (query.project_id === undefined || query.project_id !== ctx.projectId)
    call.enforce('os_compute_api:os-migrations:index:all_projects')
  const most = app.deps.config.api.max_limit
  const limit = version >= paged ? limitOf(query.limit, most) : most
  const page = {
    filters: filtersOf(query),
    limit,
    ...(query.host === undefined ? {} : { host: query.host }),
    ...(version >= paged && query.marker !== undefined ? { marker: query.marker } : {}),
    ...changesIn(version >= paged ? query : {}),
  }
  const listed = await app.migrations.list(page)
  const hosts = call.allows('os_compute_api:os-migrations:index:host')
  const full = version >= paged && listed.length === limit
  return {
    migrations: listed.map((migration) => migrationView(migration, { hosts, base })),
    ...nextLink('migrations', call.request, { full, last: listed.at(-1)?.id }),
  }
})

const listOfServer = handle(operations.listServerMigrations, async ({ app, found, allows }) => {
  const hosts = allows('os_compute_api:servers:migrations:index:host', ownerOf(found.server))
  const live = await app.migrations.liveOf(found.server)
  return { migrations: live.map((migration) => serverMigrationView(migration, { hosts })) }
})

const show = handle(operations.showServerMigration, async ({ app, found, params: { migration_id } }) => ({
  migration: serverMigrationView(await app.migrations.findLive(found.server, migration_id), { hosts: true }),
}))

const force = handle(operations.forceCompleteMigration, async ({ app, ctx, found, params }) => {
  await app.migrations.forceComplete(ctx, found.server, params.migration_id)
})

const abort = handle(operations.abortMigration, async ({ app, ctx, found, params, version }) => {
  await app.migrations.abort(ctx, found.server, { id: params.migration_id, early: version >= abortedEarly })
})

export const serverMigrationRoutes = [list, listOfServer, show, force, abort]
