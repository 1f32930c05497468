import type { ServerId } from '@nimbo/kernel/ids'
import { blockDevices } from '../db/block-devices.ts'
import { instanceMappings } from '../db/instance-mappings.ts'
import { instances } from '../db/instances.ts'
import { bootsFromVolume, localDiskGb } from '../domain/scheduling/requested-resources.ts'
import { serverRecord } from '../flows/server-record.ts'
import type { ConductorDeps } from './conductor-deps.ts'
import { requireOwnCell } from './receive-host-report.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock'>

/**
 * Tells a host that starts which servers it is to have, and which of its domains are of servers that are gone, or elsewhere,
 * by now. Domains that the cloud never made are somebody else's: nothing is said of them.
 */
export const reconcileHost =
  (deps: Deps, cellId: string) => async (host: string, domains: readonly ServerId[]) => {
    const { databases, clock } = deps
    await requireOwnCell(deps, cellId, host)
    const cell = await databases.cell(cellId)
    const servers = await instances(cell, clock).onHost(host)
    const disks = await blockDevices(cell, clock).ofServers(servers.map(({ id }) => id))
    const expected = new Set<string>(servers.map(({ id }) => id))
    const orphans: ServerId[] = []
    for (const id of domains) {
      if (expected.has(id)) continue
      if ((await instanceMappings(databases.api, clock).find(id)) === undefined) continue
      const record = await serverRecord(deps, id)
      if (record?.server.host !== host) orphans.push(id)
    }
    return {
      servers: servers.map(({ id, node, flavor, vmState, powerState }) => ({
        serverId: id,
        node: node ?? '',
        vcpus: flavor.vcpus,
        memoryMb: flavor.memoryMb,
        diskGb: localDiskGb(flavor, bootsFromVolume(disks.filter(({ serverId }) => serverId === id))),
        building: vmState === 'building',
        powerState,
      })),
      orphans,
    }
  }
