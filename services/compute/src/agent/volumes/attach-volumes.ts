import type { Attachment, Connector, Volume, VolumeClient } from '@nimbo/clients/volume'
import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { madeForDisk, madeForServer } from '../../domain/block-devices/boot-volume.ts'
import { nextDevice, rootDevice } from '../../domain/block-devices/device-names.ts'
import type { DiskConnection } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'
import type { AgentOptions } from '../agent-options.ts'
import { diskConnection } from './disk-connection.ts'
import type { MadeDisk } from './take-back-volume.ts'

export interface AttachVolumesDeps {
  readonly volume: VolumeClient
  readonly connector: Connector
  /** Whether volumes are created in the volume service's default zone, rather than in the server's. */
  readonly crossZones: boolean
  readonly clock: Clock
  readonly options: Pick<
    AgentOptions,
    'block_device_allocate_retries' | 'block_device_allocate_retries_interval'
  >
}

/** Most volumes are ready at once, so the first polls follow each other faster than the configured interval. */
const firstLookMs = 50

/** Called for each disk as soon as it is created, and again when it is attached; an error ends the build. */
export type ReportDisk = (made: MadeDisk) => Promise<unknown>

/** Line 25 of the boot flow: creates the volumes, waits until they are available, and connects each to this host. */
export const attachVolumes =
  (deps: AttachVolumesDeps) =>
  async (
    ctx: Context,
    server: Pick<HostedServer, 'id' | 'disks' | 'projectId' | 'availabilityZone'>,
    tell: ReportDisk,
    aborted: AbortSignal,
  ): Promise<readonly DiskConnection[]> => {
    const connections: DiskConnection[] = []
    const taken = new Set<string>(server.disks.flatMap(({ deviceName }) => deviceName ?? []))
    const root = server.disks.find(({ bootIndex }) => bootIndex === 0)
    if (root?.deviceName === undefined) taken.add(rootDevice)
    for (const disk of server.disks.filter(({ destinationType }) => destinationType === 'volume')) {
      const volume = await readyVolume(deps, ctx, server, disk, tell, aborted)
      const device = disk.deviceName ?? (disk === root ? rootDevice : nextDevice([...taken]))
      const { attachment, madeAttachment } = await attachToHost(deps, ctx, server.id, {
        ...disk,
        volumeId: volume.id,
        device,
      })
      taken.add(device)
      const attached = {
        ...{ id: disk.id, device, volumeId: volume.id, volumeSizeGb: volume.size },
        ...{ attachmentId: attachment.id, connectionInfo: attachment.connection_info },
      }
      await tell({ asked: disk, disk: attached, madeAttachment })
      connections.push(diskConnection(attachment, { ...disk, device }))
    }
    return connections
  }

/** Connects a volume to this host, with the attachment that reserves it for the server, or with a new one. */
const attachToHost = async (
  { volume, connector }: Pick<AttachVolumesDeps, 'volume' | 'connector'>,
  ctx: Context,
  serverId: string,
  {
    volumeId,
    attachmentId,
    device,
  }: Pick<HostedDisk, 'attachmentId'> & Record<'volumeId' | 'device', string>,
): Promise<{ readonly attachment: Attachment; readonly madeAttachment: boolean }> => {
  const here = { ...connector, mountpoint: device }
  const held = await volume.attachmentsOf(ctx, { volumeId, serverId })
  const keeping = held.find(({ id }) => id === attachmentId) ?? held[0]
  return keeping === undefined
    ? { attachment: await volume.createAttachment(ctx, volumeId, serverId, here), madeAttachment: true }
    : { attachment: await volume.updateAttachment(ctx, keeping.id, here), madeAttachment: false }
}

const readyVolume = async (
  { volume: client, clock, options, crossZones }: AttachVolumesDeps,
  ctx: Context,
  server: Pick<HostedServer, 'id' | 'projectId' | 'availabilityZone'>,
  disk: HostedDisk,
  tell: ReportDisk,
  aborted: AbortSignal,
): Promise<Volume> => {
  let volumeId = disk.volumeId
  if (volumeId === undefined) {
    // An earlier attempt may have created the volume and crashed before it was recorded.
    const [present] = await client.withMetadata(ctx, madeForDisk, disk.id)
    const zone = crossZones ? {} : { availability_zone: server.availabilityZone }
    const made = present ?? (await client.create(ctx, { ...volumeOrder(disk, server), ...zone }))
    volumeId = made.id
    const known = { id: disk.id, device: disk.deviceName ?? '', volumeId, volumeSizeGb: made.size }
    await tell({ asked: disk, disk: known, madeAttachment: false })
  }
  for (let look = 0; ; look += 1) {
    const volume = await client.show(ctx, volumeId)
    if (volume === undefined) throw errors.VolumeUnknown({ volumeId })
    if (['available', 'reserved', 'in-use', 'attaching'].includes(volume.status)) return volume
    const hopeless = volume.status.startsWith('error') || look >= options.block_device_allocate_retries
    if (hopeless || aborted.aborted) throw errors.VolumeNotReady({ volumeId, status: volume.status })
    const longest = options.block_device_allocate_retries_interval * 1000
    await pause(clock, Math.min(firstLookMs * 2 ** look, longest), aborted)
  }
}

/**
 * The volume for a disk: empty, or from an image or snapshot. Its metadata names the server and disk, so that a retry
 * finds it.
 */
const volumeOrder = (
  disk: HostedDisk,
  { id, projectId }: Pick<HostedServer, 'id' | 'projectId'>,
): Readonly<Record<string, unknown>> => ({
  size: disk.volumeSizeGb,
  name: '',
  metadata: { [madeForServer]: id, [madeForDisk]: disk.id },
  project_id: projectId,
  ...(disk.volumeType === undefined ? {} : { volume_type: disk.volumeType }),
  ...(disk.sourceType === 'image' ? { imageRef: disk.imageId } : {}),
  ...(disk.sourceType === 'snapshot' ? { snapshot_id: disk.snapshotId } : {}),
})
