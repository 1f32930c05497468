import type { AttachedDisk } from '@nimbo/contracts/compute-rpc/host-conductor'
import { allOrNone } from '@nimbo/db/all-or-none'
import { blockDevices } from '../db/servers/block-devices.ts'
import { instances, type Transition } from '../db/servers/instances.ts'
import { buildTasks } from '../domain/servers/states.ts'
import { type ServerRecord, withDisks } from '../flows/server-record.ts'
import type { ConductorDeps } from './conductor-deps.ts'

/** The cell of the reporting hosts. */
type Deps = Pick<ConductorDeps, 'databases' | 'clock'> & { readonly cellId: string }

/** Task states of a build on a host. */
type BuildTask = 'networking' | 'block_device_mapping' | 'spawning'

/** The transition of a build to a further step; it fails when the server must not be built on that host any more. */
const towards = (host: string, taskState: BuildTask): Transition => ({
  from: { vmStates: ['building'], taskStates: buildTasks, host },
  to: { taskState },
})

/** Records that a host starts a build, and returns the server; undefined when it must not be built there any more. */
export const beginBuild =
  (deps: Deps) =>
  async (serverId: string, host: string): Promise<ServerRecord | undefined> => {
    const cell = await deps.databases.cell(deps.cellId)
    const server = await instances(cell, deps.clock).transitionAndFind(serverId, towards(host, 'networking'))
    return server && withDisks(deps, cell, server)
  }

/** Records the progress of a build; false when the server must not be built on that host any more. */
export const reportProgress =
  (deps: Deps) =>
  async (serverId: string, host: string, taskState: BuildTask): Promise<boolean> => {
    const cell = await deps.databases.cell(deps.cellId)
    return instances(cell, deps.clock).transition(serverId, towards(host, taskState))
  }

/**
 * Records a disk that a host created or attached, so that the cloud knows it even if the host is lost. False when the
 * server was moved away from the host meanwhile.
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
