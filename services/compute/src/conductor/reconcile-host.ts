import { blockDevices } from '../db/block-devices.ts'
import { instances } from '../db/instances.ts'
import { bootsFromVolume, localDiskGb } from '../domain/scheduling/requested-resources.ts'
import type { ConductorDeps } from './conductor-deps.ts'
import { requireOwnCell } from './receive-host-report.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock'>

/** Tells a host that starts which servers it is to have. */
export const reconcileHost = (deps: Deps, cellId: string) => async (host: string) => {
  const { databases, clock } = deps
  await requireOwnCell(deps, cellId, host)
  const cell = await databases.cell(cellId)
  const servers = await instances(cell, clock).onHost(host)
  const disks = await blockDevices(cell, clock).ofServers(servers.map(({ id }) => id))
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
  }
}
