import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instanceFields } from '../../db/servers/instance-fields.ts'
import type { PictureOfRecords, SeenDevice, SeenDisk, SeenMigration, SeenServer } from '../picture.ts'
import { everyRow } from './every-row.ts'
import { lookIntoFlows } from './look-into-flows.ts'

type Seen = Pick<PictureOfRecords, 'servers' | 'disks' | 'flows' | 'nodes' | 'devices' | 'migrations'>

const servers = async (db: Kysely<CellTables>, cellId: string): Promise<readonly SeenServer[]> => {
  const rows = await everyRow(
    db
      .selectFrom('instances')
      .select(['id', 'host', 'node', 'vm_state', 'task_state', 'network_info'])
      .where('deleted_at', 'is', null),
    'id',
  )
  return rows.map(({ id, host, node, vm_state, task_state, network_info }) => ({
    ...{ id, cellId, host, node },
    vmState: vm_state,
    taskState: task_state,
    portIds: instanceFields
      .partFromRow(['networkInfo'], { network_info })
      .networkInfo.map(({ portId }) => portId),
  }))
}

const disks = async (db: Kysely<CellTables>, cellId: string): Promise<readonly SeenDisk[]> => {
  const rows = await everyRow(
    db
      .selectFrom('block_device_mappings')
      .select(['id', 'server_id', 'volume_id', 'attachment_id', 'source_type'])
      .where('deleted_at', 'is', null),
    'id',
  )
  return rows.map(({ id, server_id, volume_id, attachment_id, source_type }) => ({
    ...{ id, cellId, serverId: server_id },
    volumeId: volume_id,
    attachmentId: attachment_id,
    sourceType: source_type,
  }))
}

const devices = async (db: Kysely<CellTables>, cellId: string): Promise<readonly SeenDevice[]> => {
  const rows = await everyRow(
    db
      .selectFrom('pci_devices')
      .select(['id', 'compute_node_id', 'address', 'claim_id', 'request_id'])
      .where('claim_id', 'is not', null),
    'id',
  )
  if (rows.length === 0) return []
  const hosts = new Map((await nodes(db, cellId)).map(({ id, host }) => [id, host]))
  const asked = await requestsOfFlavors(
    db,
    rows.flatMap(({ claim_id }) => claim_id ?? []),
  )
  return rows.map(({ id, compute_node_id, address, claim_id, request_id }) => ({
    ...{ id, cellId, address, host: hosts.get(compute_node_id) ?? '' },
    ...{ claimId: claim_id ?? '', requestId: request_id ?? '', ofFlavor: asked.has(request_id ?? '') },
  }))
}

/** The ids of the requests for PCI devices of these servers' flavors. */
const requestsOfFlavors = async (
  db: Kysely<CellTables>,
  serverIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await everyRow(
    db.selectFrom('instances').select(['id', 'flavor']).where('id', 'in', serverIds),
    'id',
  )
  const flavors = rows.map(({ flavor }) => instanceFields.partFromRow(['flavor'], { flavor }).flavor)
  return new Set(flavors.flatMap(({ pciRequests = [] }) => pciRequests.map(({ id }) => id)))
}

const migrations = async (db: Kysely<CellTables>): Promise<readonly SeenMigration[]> => {
  const rows = await everyRow(
    db
      .selectFrom('migrations')
      .select(['id', 'server_id'])
      .where('status', 'in', [...openStatuses]),
    'id',
  )
  return rows.map(({ id, server_id }) => ({ id, serverId: server_id }))
}

const nodes = async (db: Kysely<CellTables>, cellId: string) => {
  const rows = await everyRow(db.selectFrom('compute_nodes').select(['id', 'host', 'node']), 'id')
  return rows.map((row) => ({ ...row, cellId }))
}

/** The content of a cell's database. Flows are read first and last, so that one ending meanwhile is still seen. */
export const lookIntoCell = async (db: Kysely<CellTables>, cellId: string): Promise<Seen> => {
  const before = await lookIntoFlows(db, cellId)
  const seen = {
    servers: await servers(db, cellId),
    disks: await disks(db, cellId),
    devices: await devices(db, cellId),
    migrations: await migrations(db),
    nodes: await nodes(db, cellId),
  }
  const after = await lookIntoFlows(db, cellId)
  const flows = new Map([...before, ...after].map((flow) => [flow.id, flow]))
  return { ...seen, flows: [...flows.values()] }
}
