import type { AttachedDisk } from '@nimbo/contracts/compute-rpc/host-conductor'
import { allOrNone } from '@nimbo/db/all-or-none'
import { blockDevices } from '../db/servers/block-devices.ts'
import { instances, type Transition } from '../db/servers/instances.ts'
import { buildTasks } from '../domain/servers/states.ts'
import { type ServerRecord, withDisks } from '../flows/server-record.ts'
import type { ConductorDeps } from './conductor-deps.ts'

/** The cell whose hosts speak. */
type Deps = Pick<ConductorDeps, 'databases' | 'clock'> & { readonly cellId: string }

/** What a host says it is doing for a server that it builds. */
type BuildTask = 'networking' | 'block_device_mapping' | 'spawning'

/** To a further step of a build; refused when the server shall not be built on that host any more. */
const towards = (host: string, taskState: BuildTask): Transition => ({
  from: { vmStates: ['building'], taskStates: buildTasks, host },
  to: { taskState },
})

/** Shows that a host begins with a build, and gives it the server; undefined when it shall not be built there any more. */
export const beginBuild =
  (deps: Deps) =>
  async (serverId: string, host: string): Promise<ServerRecord | undefined> => {
    const cell = await deps.databases.cell(deps.cellId)
    const server = await instances(cell, deps.clock).transitionAndFind(serverId, towards(host, 'networking'))
    return server && withDisks(deps, cell, server)
  }

/** Shows how far a build is; false when the server shall not be built on that host any more. */
export const reportProgress =
  (deps: Deps) =>
  async (serverId: string, host: string, taskState: BuildTask): Promise<boolean> => {
    const cell = await deps.databases.cell(deps.cellId)
    return instances(cell, deps.clock).transition(serverId, towards(host, taskState))
  }

/**
 * Keeps what a host made or attached, so that it is found again when the host is gone. What a host says of a server that
 * was taken from it meanwhile is not heard: false.
 */
export const keepDisk =
  (deps: Deps) =>
  async (serverId: string, host: string, disk: AttachedDisk): Promise<boolean> =>
    allOrNone(await deps.databases.cell(deps.cellId), async (trx) => {
      const from = { vmStates: ['building'], taskStates: buildTasks, host } as const
      if (!(await instances(trx, deps.clock).transition(serverId, { from, to: {} }))) return false
      await blockDevices(trx, deps.clock).update(disk.id, {
        ...(disk.device === '' ? {} : { device_name: disk.device }),
        ...(disk.volumeId === undefined ? {} : { volume_id: disk.volumeId }),
        ...(disk.volumeSizeGb === undefined ? {} : { volume_size_gb: disk.volumeSizeGb }),
        ...(disk.attachmentId === undefined ? {} : { attachment_id: disk.attachmentId }),
        ...(disk.connectionInfo === undefined
          ? {}
          : { connection_info: JSON.stringify(disk.connectionInfo) }),
      })
      return true
    })
