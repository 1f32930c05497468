import * as operations from '@nimbo/contracts/network/auto-allocated-topology'
import { handlersOf } from '@nimbo/http/handle'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { badRequest } from '../../api/words.ts'
import type { Deps } from '../../app/deps.ts'
import { withColumns } from '../../create-tables.ts'
import { provision, requirements, takeDown } from '../../topologies/provision.ts'

const createTable = async (db: Kysely<unknown>): Promise<void> => {
  const columns = ['project_id', 'network_id', 'router_id']
  await withColumns(db.schema.createTable('auto_allocated_topologies'), 'text', columns)
    .addPrimaryKeyConstraint('auto_allocated_topologies_project', ['project_id'])
    .addForeignKeyConstraint('auto_allocated_network', ['network_id'], 'networks', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
}

/** `?fields=dry-run` only checks whether the topology could be created. */
const dryRun = 'dry-run'

const topologyOf = ({ db }: Deps, projectId: string) =>
  db
    .selectFrom('auto_allocated_topologies')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst()

/**
 * The project's auto-allocated network, created if missing. If two requests create one at the same time, the later one
 * is removed.
 */
const networkFor = async (deps: Deps, ctx: Context, projectId: string): Promise<string> => {
  const known = await topologyOf(deps, projectId)
  if (known) return known.network_id
  const made = await provision(deps, ctx, projectId)
  await deps.db
    .insertInto('auto_allocated_topologies')
    .values({ project_id: projectId, ...made })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await topologyOf(deps, projectId)
  if (kept && kept.network_id !== made.network_id) await takeDown(deps, ctx, made)
  return kept?.network_id ?? made.network_id
}

const handle = handlersOf<Deps>()({})

const show = handle(operations.getAutoAllocatedTopology, async ({ app, ctx, params, query }) => {
  const { project_id } = params
  const [field] = query.fields ?? []
  if (field !== undefined && field !== dryRun)
    throw badRequest('Bad auto_allocate request: Unrecognized field.')
  if (field === dryRun) await requirements(app)
  const id = field === dryRun ? 'dry-run=pass' : await networkFor(app, ctx, project_id)
  return { auto_allocated_topology: { id, project_id, tenant_id: project_id } }
})

const remove = handle(
  operations.deleteAutoAllocatedTopology,
  async ({ app, ctx, params: { project_id } }) => {
    const known = await topologyOf(app, project_id)
    if (!known) return
    await takeDown(app, ctx, known)
    await app.db.deleteFrom('auto_allocated_topologies').where('project_id', '=', project_id).execute()
  },
)

/** Auto-allocated topologies (`get-me-a-network`). */
export const autoAllocatedTopologyRoom: Room = {
  listed: {
    name: 'auto_allocated_topology',
    collection: 'auto_allocated_topologies',
    path: 'auto-allocated-topology',
  },
  repositories: [],
  counted: [],
  routes: [show, remove],
  migrations: { '0058-auto-allocated-topologies': createTable },
  extensions: [
    extension(
      'auto-allocated-topology',
      'Auto Allocated Topology Services',
      'A network without asking for one',
    ),
  ],
}
