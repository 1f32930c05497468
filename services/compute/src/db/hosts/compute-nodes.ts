import { inTransaction } from '@nimbo/db/in-transaction'
import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { Server } from '../../domain/servers/server.ts'
import { nextNumber } from '../counter.ts'
import type { CellTables, ComputeNodeRow, ServiceRow } from '../schema/cell-tables.ts'

/** What a host reports about one of its nodes. */
export type NodeReport = Omit<
  ComputeNodeRow,
  | 'number'
  | 'failed_builds'
  | 'pci_pools'
  | 'pci_free'
  | 'numa_topology'
  | 'metrics'
  | 'created_at'
  | 'updated_at'
> &
  Partial<Pick<ComputeNodeRow, 'numa_topology' | 'metrics'>>

const describingColumns = [
  'id',
  'host',
  'node',
  'hypervisor_type',
  'hypervisor_version',
  'cpu_info',
  'supported_instances',
  'host_ip',
  'vcpus',
  'memory_mb',
  'disk_gb',
] as const satisfies readonly (keyof ComputeNodeRow)[]

/** The columns of a node that hardly ever change; some of their texts are long. */
export type NodeDescription = Pick<ComputeNodeRow, (typeof describingColumns)[number]>

const describedByIds = prepared((db: Kysely<CellTables>, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('compute_nodes').select(describingColumns).where('id', 'in', ids).orderBy('id'),
)

const conditionOfNode = [
  'id',
  'running_vms',
  'failed_builds',
  'pci_free',
] as const satisfies readonly (keyof ComputeNodeRow)[]

const conditionOfService = [
  'disabled',
  'disabled_reason',
  'forced_down',
] as const satisfies readonly (keyof ServiceRow)[]

/** The columns of a node and of its compute service that may change at any time. */
export interface NodeCondition
  extends Pick<ComputeNodeRow, (typeof conditionOfNode)[number]>,
    Pick<ServiceRow, (typeof conditionOfService)[number]> {
  /** When the service was last seen or, if it never was, created. */
  readonly seen_at: string
}

const conditionsByIds = prepared((db: Kysely<CellTables>, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('compute_nodes')
    .innerJoin('services', 'services.id', 'compute_nodes.service_id')
    .select(conditionOfNode.map((column) => `compute_nodes.${column}` as const))
    .select(conditionOfService.map((column) => `services.${column}` as const))
    .select(({ fn }) => fn.coalesce('services.last_seen_at', 'services.created_at').as('seen_at'))
    .where('compute_nodes.id', 'in', ids)
    .orderBy('compute_nodes.id'),
)

interface CountedBuild {
  readonly host: string
  readonly succeeded: boolean
}

const countBuild = prepared((db: Kysely<CellTables>, { host, succeeded }: CountedBuild) => {
  const query = db
    .updateTable('compute_nodes')
    .set((eb) => ({ failed_builds: succeeded ? eb.lit(0) : eb('failed_builds', '+', 1) }))
    .where('host', '=', host)
  return succeeded ? query.where('failed_builds', '>', 0) : query
})

type Told = Omit<NodeReport, 'id'> & Pick<ComputeNodeRow, 'updated_at'>

const findNamed = prepared((db: Kysely<CellTables>, { host, node }: Pick<ComputeNodeRow, 'host' | 'node'>) =>
  db.selectFrom('compute_nodes').selectAll().where('host', '=', host).where('node', '=', node),
)

/** Whether a report contains nothing new. */
const isKnown = (row: ComputeNodeRow, told: Omit<NodeReport, 'id'>): boolean =>
  Object.entries(told).every(([column, value]) => row[column as keyof ComputeNodeRow] === value)

const updateNamed = prepared((db: Kysely<CellTables>, { told }: { readonly told: Told }) =>
  db
    .updateTable('compute_nodes')
    .set(told)
    .where('host', '=', told.host)
    .where('node', '=', told.node)
    .returning('id'),
)

/** The usage of a node by its servers. */
type NodeUsage = Pick<
  ComputeNodeRow,
  'vcpus_used' | 'memory_mb_used' | 'disk_gb_used' | 'running_vms' | 'numa_topology'
>

interface Used {
  readonly host: string
  readonly node: string
  readonly used: NodeUsage & Pick<ComputeNodeRow, 'updated_at'>
}

const useNamed = prepared((db: Kysely<CellTables>, { host, node, used }: Used) =>
  db.updateTable('compute_nodes').set(used).where('host', '=', host).where('node', '=', node),
)

/** The compute nodes of one cell. */
export const computeNodes = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Stores a report; returns the node's id, which remains that of its first report. */
  report: async ({ id, ...node }: NodeReport): Promise<string> => {
    const [found] = await findNamed(db, { host: node.host, node: node.node })
    // Most reports repeat the previous one; they are not written, which saves a transaction each.
    if (found && isKnown(found, node)) return found.id
    const told = { ...node, updated_at: timestamp(clock) }
    const [known] = await updateNamed(db, { told })
    if (known) return known.id
    return inTransaction(db, async (trx) => {
      const [meanwhile] = await updateNamed(trx, { told })
      if (meanwhile) return meanwhile.id
      const number = await nextNumber(trx, 'compute_nodes')
      await trx
        .insertInto('compute_nodes')
        .values({
          ...{ numa_topology: null, metrics: null, ...told, id, number },
          ...{ failed_builds: 0, pci_free: 0, created_at: told.updated_at },
        })
        .execute()
      return id
    })
  },

  /** Stores the usage of a node by its servers; does nothing for a node that was never reported. */
  use: async ({ host, node }: Pick<ComputeNodeRow, 'host' | 'node'>, usage: NodeUsage): Promise<void> => {
    await useNamed(db, { host, node, used: { ...usage, updated_at: timestamp(clock) } })
  },

  find: (id: string): Promise<ComputeNodeRow | undefined> =>
    db.selectFrom('compute_nodes').selectAll().where('id', '=', id).executeTakeFirst(),

  described: async (ids: readonly string[]): Promise<readonly NodeDescription[]> =>
    ids.length === 0 ? [] : describedByIds(db, { ids }),

  /** The ids of all nodes. */
  ids: async (): Promise<readonly string[]> => {
    const rows = await db.selectFrom('compute_nodes').select('id').orderBy('id').limit(10_000).execute()
    return rows.map(({ id }) => id)
  },

  /** The current condition of nodes; those without a service are absent. */
  conditionsOf: async (ids: readonly string[]): Promise<readonly NodeCondition[]> =>
    ids.length === 0 ? [] : conditionsByIds(db, { ids }),

  ofHost: (host: string): Promise<ComputeNodeRow[]> =>
    db
      .selectFrom('compute_nodes')
      .selectAll()
      .where('host', '=', host)
      .orderBy('node')
      .limit(10_000)
      .execute(),

  /** The id of a server's node, which is also that of its resource provider; undefined when it has none. */
  idOf: async ({ host, node }: Pick<Server, 'host' | 'node'>): Promise<string | undefined> => {
    if (host === null || node === null) return undefined
    const columns = db.selectFrom('compute_nodes').select('id')
    return (await columns.where('host', '=', host).where('node', '=', node).executeTakeFirst())?.id
  },

  list: (): Promise<ComputeNodeRow[]> =>
    db.selectFrom('compute_nodes').selectAll().orderBy('number').limit(100_000).execute(),

  /** Counts a host's consecutive failed builds: adds one, or resets to zero after a success. */
  countBuild: async (host: string, succeeded: boolean): Promise<void> => {
    await countBuild(db, { host, succeeded })
  },

  remove: async (id: string): Promise<void> => {
    await db.deleteFrom('compute_nodes').where('id', '=', id).execute()
  },
})
