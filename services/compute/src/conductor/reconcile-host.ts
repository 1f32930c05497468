import type { MoveClaim } from '@nimbo/contracts/compute-rpc/move'
import type { Kysely } from 'kysely'
import { pciDevices } from '../db/hosts/pci-devices.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { migrations } from '../db/server-migrations/migrations.ts'
import { blockDevices } from '../db/servers/block-devices.ts'
import { recordMachineType } from '../flows/record-machine-type.ts'
import { instances } from '../db/servers/instances.ts'
import { chosenMachineType } from '../domain/hardware/chosen-machine-type.ts'
import { claimFor } from '../domain/move-claim.ts'
import type { Server } from '../domain/servers/server.ts'
import { bootsFromVolume, localDiskGb } from '../domain/scheduling/requested-resources.ts'
import type { ConductorDeps } from './conductor-deps.ts'
import { numaPlacesOn } from './keep-numa-places.ts'
import { movingOn } from './moving-on.ts'
import { requireOwnCell } from './receive-host-report.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock'>

const mostHeld = 1_000

/** Resources kept on a host for servers that may return to it, as they were claimed when the servers left. */
export const heldOn = async (
  { clock }: Pick<Deps, 'clock'>,
  cell: Kysely<CellTables>,
  host: string,
): Promise<readonly MoveClaim[]> => {
  const open = await migrations(cell, clock).list({
    filters: { source_compute: [host], status: ['post-migrating', 'finished'], hidden: [false] },
    limit: mostHeld,
  })
  const returning = open.filter(
    ({ migration_type }) => migration_type !== 'live-migration' && migration_type !== 'evacuation',
  )
  const ids = [...new Set(returning.map(({ server_id }) => server_id))]
  const servers = await instances(cell, clock).findParts(ids, ['id', 'imageProperties'])
  const disks = await blockDevices(cell, clock).ofServers(servers.map(({ id }) => id))
  return returning.flatMap(({ id, server_id, source_node, old_flavor }) =>
    old_flavor === null
      ? []
      : [
          claimFor({
            id,
            node: source_node ?? '',
            flavor: old_flavor,
            imageProperties: servers.find((server) => server.id === server_id)?.imageProperties ?? {},
            fromVolume: bootsFromVolume(disks.filter(({ serverId }) => serverId === server_id)),
          }),
        ],
  )
}

/** The host's devices that claims hold, and the claims that outlived their servers, which left while the host was away. */
const devicesOn = async (
  { clock }: Deps,
  cell: Kysely<CellTables>,
  host: string,
  here: ReadonlySet<string>,
) => {
  const known = await pciDevices(cell, clock).heldOn(host)
  const doubtful = new Set(known.held.map(({ claimId }) => claimId).filter((id) => !here.has(id)))
  if (doubtful.size === 0) return known
  const moving = await movingOn(cell, clock, host)
  return { ...known, outlived: [...doubtful].filter((id) => !moving.has(id)) }
}

/** Records the machine types that a host chose for servers of a version that recorded none, or that were rebuilt by one. */
const recordMissing = async (
  { clock }: Deps,
  cell: Kysely<CellTables>,
  servers: readonly Server[],
  machineTypes: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const { id, vmState, imageProperties } of servers) {
    const type = chosenMachineType(imageProperties, machineTypes)
    if (type !== undefined && vmState !== 'building') await recordMachineType(cell, clock, id, type)
  }
}

/**
 * The servers that a starting host has, with what they hold of its resources. `machineTypes` are those that its hypervisor
 * chooses, by architecture; they are recorded for servers without one.
 */
export const reconcileHost =
  (deps: Deps, cellId: string) =>
  async (host: string, machineTypes: Readonly<Record<string, string>> = {}) => {
    const { databases, clock } = deps
    await requireOwnCell(deps, cellId, host)
    const cell = await databases.cell(cellId)
    const servers = await instances(cell, clock).onHost(host)
    await recordMissing(deps, cell, servers, machineTypes)
    const disks = await blockDevices(cell, clock).ofServers(servers.map(({ id }) => id))
    return {
      servers: servers.map(({ id, node, flavor, vmState, taskState, powerState, imageId }) => ({
        serverId: id,
        node: node ?? '',
        vcpus: flavor.vcpus,
        memoryMb: flavor.memoryMb,
        diskGb: localDiskGb(flavor, bootsFromVolume(disks.filter(({ serverId }) => serverId === id))),
        building: vmState === 'building',
        ...(taskState === 'migrating' ? { leaving: true } : {}),
        powerState,
        ...(imageId === null ? {} : { imageId }),
      })),
      held: await heldOn(deps, cell, host),
      devices: await devicesOn(deps, cell, host, new Set(servers.map(({ id }) => id))),
      numa: await numaPlacesOn(deps, cell, host, new Set(servers.map(({ id }) => id))),
    }
  }
