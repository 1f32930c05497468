import { listVolumeEncryption } from '@nimbo/contracts/volume/encryption'
import {
  type AttachmentSummaryView,
  type AttachmentView,
  completeAttachment,
  createAttachment,
  deleteAttachment,
  listAttachments,
  showAttachment,
  updateAttachment,
} from '@nimbo/contracts/volume/attachments'
import {
  createVolume,
  deleteVolume,
  listVolumesInFull,
  showVolume,
  type VolumeView,
} from '@nimbo/contracts/volume/volumes'
import type { NewVolume } from '@nimbo/contracts/volume/new-volume'
import { updateSnapshotStatus } from '@nimbo/contracts/volume/snapshots'
import { reimageVolume } from '@nimbo/contracts/volume/volume-actions'
import { completeMigration } from '@nimbo/contracts/volume/volume-completions'
import type { Context } from '@nimbo/kernel/context'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

/** The Cinder microversion with attachments that must be completed, which compute uses. */
export const volumeVersion = '3.44'

/** The attributes of a volume that services read. */
export type Volume = Readonly<
  Pick<VolumeView, 'id' | 'name' | 'status' | 'size' | 'bootable' | 'multiattach' | 'availability_zone'>
> & {
  readonly attachments: readonly Pick<
    VolumeView['attachments'][number],
    'server_id' | 'attachment_id' | 'device'
  >[]
} & Partial<Pick<VolumeView, 'metadata' | 'volume_image_metadata' | 'migration_status'>>

/** The attributes of an attachment that services read; `connection_info` is empty until a connector was given. */
export type Attachment = Readonly<
  Pick<AttachmentView, 'id' | 'volume_id' | 'instance' | 'status' | 'connection_info'>
>

/** An attachment in a list. */
export type AttachmentSummary = Readonly<AttachmentSummaryView>

/** The connector properties of a host. */
export interface Connector {
  readonly host: string
  readonly ip: string
  readonly initiator?: string
  /** The device in the guest, such as `/dev/vdb`. */
  readonly mountpoint?: string
  readonly platform: string
  readonly os_type: string
  readonly multipath: boolean
}

/** The encryption of a volume. */
export interface VolumeEncryption {
  /** The key manager's id of its key. */
  readonly keyId: string
  /** The name of the encryptor: `luks`, `luks2`. */
  readonly provider: string
}

export interface VolumeClient {
  show(ctx: Context, id: string): Promise<Volume | undefined>
  create(ctx: Context, volume: NewVolume): Promise<Volume>
  /** Volumes of all projects with this metadata item; needs an admin. */
  withMetadata(ctx: Context, key: string, value: string): Promise<readonly Volume[]>
  /** Idempotent. */
  remove(ctx: Context, id: string): Promise<void>
  /** How a volume is encrypted; undefined if it is not. */
  encryption(ctx: Context, id: string): Promise<VolumeEncryption | undefined>
  attachment(ctx: Context, id: string): Promise<Attachment | undefined>
  /** The attachments of a server in any status, in all projects; needs an admin. */
  attachmentsOf(
    ctx: Context,
    held: { readonly volumeId: string; readonly serverId: string },
  ): Promise<readonly AttachmentSummary[]>
  /** Reserves the volume for a server; with a connector also exports it to that host. */
  createAttachment(
    ctx: Context,
    volumeId: string,
    serverId: string,
    connector?: Connector,
  ): Promise<Attachment>
  updateAttachment(ctx: Context, id: string, connector: Connector): Promise<Attachment>
  /** Marks the attachment as complete: the volume becomes `in-use`. */
  completeAttachment(ctx: Context, id: string): Promise<void>
  /**
   * Reports that a server switched to the new volume of a migration, or (`failed`) did not. Resolves to the id of the volume that
   * stays. Idempotent.
   */
  completeMigration(
    ctx: Context,
    volumes: { readonly from: string; readonly to: string; readonly failed: boolean },
  ): Promise<string>
  /** Reports the progress of a snapshot that a server was requested to take; does nothing if it is no longer being taken. */
  reportSnapshot(
    ctx: Context,
    snapshot: { readonly id: string; readonly status: 'creating' | 'error'; readonly progress: string },
  ): Promise<void>
  /** Has a volume that is reserved, or in error, overwritten with an image. Its status is `downloading` meanwhile. */
  reimage(ctx: Context, volumeId: string, imageId: string): Promise<void>
  /** Idempotent. */
  deleteAttachment(ctx: Context, id: string): Promise<void>
}

const ofEveryProject = { all_tenants: '1' } as const

export const volumeClient = (volumes: ServiceClient): VolumeClient => {
  const at = (attachment_id: string) => ({ path: { attachment_id } })
  return {
    show: async (ctx, volume_id) =>
      (await unlessNotFound(volumes.call(ctx, showVolume, { path: { volume_id } })))?.volume,
    create: async (ctx, volume) => (await volumes.call(ctx, createVolume, { body: { volume } })).volume,
    withMetadata: async (ctx, key, value) => {
      const query = { metadata: JSON.stringify({ [key]: value }), ...ofEveryProject }
      return (await volumes.call(ctx, listVolumesInFull, { query })).volumes
    },
    remove: async (ctx, volume_id) => {
      await unlessNotFound(volumes.call(ctx, deleteVolume, { path: { volume_id } }))
    },
    encryption: async (ctx, volume_id) => {
      const encryption = await unlessNotFound(
        volumes.call(ctx, listVolumeEncryption, { path: { volume_id } }),
      )
      if (typeof encryption?.encryption_key_id !== 'string') return undefined
      return { keyId: encryption.encryption_key_id, provider: String(encryption.provider ?? 'luks') }
    },
    attachment: async (ctx, id) =>
      (await unlessNotFound(volumes.call(ctx, showAttachment, at(id))))?.attachment,
    attachmentsOf: async (ctx, { volumeId, serverId }) => {
      const query = { volume_id: volumeId, instance_id: serverId, ...ofEveryProject }
      return (await volumes.call(ctx, listAttachments, { query })).attachments
    },
    createAttachment: async (ctx, volume_uuid, instance_uuid, connector) => {
      const wanted = { volume_uuid, instance_uuid, ...(connector ? { connector: { ...connector } } : {}) }
      return (await volumes.call(ctx, createAttachment, { body: { attachment: wanted } })).attachment
    },
    updateAttachment: async (ctx, id, connector) => {
      const body = { attachment: { connector: { ...connector } } }
      return (await volumes.call(ctx, updateAttachment, { ...at(id), body })).attachment
    },
    completeAttachment: async (ctx, id) => volumes.call(ctx, completeAttachment, at(id)),
    completeMigration: async (ctx, { from, to, failed }) => {
      const body = { 'os-migrate_volume_completion': { new_volume: to, error: failed } }
      return (await volumes.call(ctx, completeMigration, { path: { volume_id: from }, body })).save_volume_id
    },
    reportSnapshot: async (ctx, { id: snapshot_id, status, progress }) => {
      const body = { 'os-update_snapshot_status': { status, progress } }
      try {
        await volumes.call(ctx, updateSnapshotStatus, { path: { snapshot_id }, body })
      } catch (error) {
        if (!isRemote(error, 400, 404)) throw error
      }
    },
    reimage: async (ctx, volume_id, image_id) => {
      const body = { 'os-reimage': { image_id, reimage_reserved: true } }
      await volumes.call(ctx, reimageVolume, { path: { volume_id }, body, version: '3.68' })
    },
    deleteAttachment: async (ctx, id) => {
      await unlessNotFound(volumes.call(ctx, deleteAttachment, at(id)))
    },
  }
}
