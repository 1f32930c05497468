import type { AttachedDisk } from '@nimbo/contracts/compute-rpc/host-conductor'
import { blockDevices } from '../db/block-devices.ts'
import { instances } from '../db/instances.ts'
import { serverRecord } from '../flows/server-record.ts'
import type { ConductorDeps } from './conductor-deps.ts'
import { buildTasks } from './finish-build.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock'>

/** Shows how far a build is; false when the server shall not be built on that host any more. */
export const reportProgress =
  (deps: Deps) =>
  async (
    serverId: string,
    host: string,
    taskState: 'networking' | 'block_device_mapping' | 'spawning',
  ): Promise<boolean> => {
    const record = await serverRecord(deps, serverId)
    if (record === undefined) return false
    return instances(record.cell, deps.clock).transition(serverId, {
      from: { vmStates: ['building'], taskStates: buildTasks, host },
      to: { taskState },
    })
  }

/** Keeps what a host made or attached, so that it is found again when the host is gone. */
export const keepDisk =
  (deps: Deps) =>
  async (serverId: string, disk: AttachedDisk): Promise<void> => {
    const record = await serverRecord(deps, serverId)
    if (record === undefined) return
    await blockDevices(record.cell, deps.clock).update(disk.id, {
      ...(disk.device === '' ? {} : { device_name: disk.device }),
      ...(disk.volumeId === undefined ? {} : { volume_id: disk.volumeId }),
      ...(disk.volumeSizeGb === undefined ? {} : { volume_size_gb: disk.volumeSizeGb }),
      ...(disk.attachmentId === undefined ? {} : { attachment_id: disk.attachmentId }),
      ...(disk.connectionInfo === undefined ? {} : { connection_info: JSON.stringify(disk.connectionInfo) }),
    })
  }
