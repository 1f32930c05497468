import type { Context } from '@nimbo/kernel/context'
import { type RestClient, unlessNotFound } from './rest-client.ts'

export interface Volume {
  readonly id: string
  readonly name: string | null
  readonly status: string
  /** Gibibytes. */
  readonly size: number
  readonly bootable: string
  readonly multiattach: boolean
  readonly availability_zone: string
  readonly attachments: readonly {
    readonly server_id: string
    readonly attachment_id: string
    readonly device: string | null
  }[]
  readonly metadata?: Readonly<Record<string, string>>
  readonly volume_image_metadata?: Readonly<Record<string, string>>
}

export interface Attachment {
  readonly id: string
  readonly volume_id: string
  readonly instance: string | null
  readonly status: string
  /** What a host needs to reach the volume; empty until a connector was given. */
  readonly connection_info: Readonly<Record<string, unknown>>
}

/** An attachment as lists have it. */
export type AttachmentSummary = Pick<Attachment, 'id' | 'volume_id' | 'instance' | 'status'>

/** A host as the volume service must know it to export to it. */
export interface Connector {
  readonly host: string
  readonly ip: string
  readonly initiator?: string
  /** Where the guest sees the volume: `/dev/vdb`. */
  readonly mountpoint?: string
  readonly platform: string
  readonly os_type: string
  readonly multipath: boolean
}

export interface VolumeClient {
  show(ctx: Context, id: string): Promise<Volume | undefined>
  create(ctx: Context, volume: Readonly<Record<string, unknown>>): Promise<Volume>
  /** Those of every project that bear this pair of metadata, so not for users. */
  withMetadata(ctx: Context, key: string, value: string): Promise<readonly Volume[]>
  /** Not there is a success. */
  remove(ctx: Context, id: string): Promise<void>
  attachment(ctx: Context, id: string): Promise<Attachment | undefined>
  /** By what a server has a volume or is to have it, in whatever status; of every project's, so not for users. */
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
  /** The host has it: the volume is `in-use`. */
  completeAttachment(ctx: Context, id: string): Promise<void>
  /** Not there is a success. */
  deleteAttachment(ctx: Context, id: string): Promise<void>
}

export const volumeClient = (rest: RestClient): VolumeClient => {
  const attachment = async (work: Promise<{ body: { attachment: Attachment } }>): Promise<Attachment> =>
    (await work).body.attachment
  return {
    show: async (ctx, id) =>
      (await unlessNotFound(rest.send<{ volume: Volume }>(ctx, { method: 'GET', path: `/v3/volumes/${id}` })))
        ?.body.volume,
    create: async (ctx, volume) =>
      (await rest.send<{ volume: Volume }>(ctx, { method: 'POST', path: '/v3/volumes', json: { volume } }))
        .body.volume,
    withMetadata: async (ctx, key, value) =>
      (
        await rest.send<{ volumes: Volume[] }>(ctx, {
          method: 'GET',
          path: '/v3/volumes/detail',
          query: { metadata: JSON.stringify({ [key]: value }), all_tenants: '1' },
        })
      ).body.volumes,
    remove: async (ctx, id) => {
      await unlessNotFound(rest.send(ctx, { method: 'DELETE', path: `/v3/volumes/${id}` }))
    },
    attachment: async (ctx, id) =>
      (
        await unlessNotFound(
          rest.send<{ attachment: Attachment }>(ctx, { method: 'GET', path: `/v3/attachments/${id}` }),
        )
      )?.body.attachment,
    attachmentsOf: async (ctx, { volumeId, serverId }) =>
      (
        await rest.send<{ attachments: AttachmentSummary[] }>(ctx, {
          method: 'GET',
          path: '/v3/attachments',
          query: { volume_id: volumeId, instance_id: serverId, all_tenants: '1' },
        })
      ).body.attachments,
    createAttachment: (ctx, volume_uuid, instance_uuid, connector) =>
      attachment(
        rest.send(ctx, {
          method: 'POST',
          path: '/v3/attachments',
          json: { attachment: { volume_uuid, instance_uuid, ...(connector ? { connector } : {}) } },
        }),
      ),
    updateAttachment: (ctx, id, connector) =>
      attachment(
        rest.send(ctx, { method: 'PUT', path: `/v3/attachments/${id}`, json: { attachment: { connector } } }),
      ),
    completeAttachment: async (ctx, id) => {
      await rest.send(ctx, {
        method: 'POST',
        path: `/v3/attachments/${id}/action`,
        json: { 'os-complete': {} },
      })
    },
    deleteAttachment: async (ctx, id) => {
      await unlessNotFound(rest.send(ctx, { method: 'DELETE', path: `/v3/attachments/${id}` }))
    },
  }
}
