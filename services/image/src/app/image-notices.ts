import { Readable } from 'node:stream'
import { imageNotifications, imageSent } from '@nimbo/contracts/image/notifications/images'
import { imageMemberNotifications } from '@nimbo/contracts/image/notifications/members'
import { taskNotifications } from '@nimbo/contracts/image/notifications/tasks'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isOwnedByItsReader, ownedByItsReader } from '@nimbo/kernel/owned-bytes'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { ImageTables, MemberRow, TaskRow } from '../db/tables.ts'
import type { Image } from '../resources/image/image.ts'

/** A time without fractions of seconds: `2026-01-31T12:00:00Z`. */
const instant = (text: string): string => text.replace(/\.\d+Z$/, 'Z')

const imagePayload = (image: Image, deletedAt: string | null) => ({
  id: image.id,
  name: image.name,
  status: deletedAt === null ? image.status : 'deleted',
  created_at: instant(image.createdAt),
  updated_at: instant(image.updatedAt),
  min_disk: image.minDisk,
  min_ram: image.minRam,
  protected: image.protected,
  checksum: image.checksum,
  owner: image.owner,
  disk_format: image.diskFormat,
  container_format: image.containerFormat,
  size: image.size,
  virtual_size: image.virtualSize,
  is_public: image.visibility === 'public',
  visibility: image.visibility,
  properties: image.properties,
  tags: [...image.tags],
  deleted: deletedAt !== null,
  deleted_at: deletedAt === null ? null : instant(deletedAt),
})

const memberPayload = (member: MemberRow, deletedAt: string | null) => ({
  image_id: member.image_id,
  member_id: member.member_id,
  status: member.status,
  created_at: instant(member.created_at),
  updated_at: instant(member.updated_at),
  deleted: deletedAt !== null,
  deleted_at: deletedAt === null ? null : instant(deletedAt),
})

const taskPayload = (task: TaskRow) => ({
  id: task.id,
  type: task.type,
  status: task.status,
  result: null,
  owner: task.owner,
  message: null,
  expires_at: task.expires_at === null ? null : instant(task.expires_at),
  created_at: instant(task.created_at),
  updated_at: instant(task.updated_at),
  deleted: false,
  deleted_at: null,
})

/** Who downloads an image, and from which address. */
export interface Reader {
  readonly ctx: Context
  readonly address: string
}

/** Emits notifications of images, through the database or the transaction that changes them. */
export const imageNotices = (db: Kysely<ImageTables>, { tell, on }: Notifier, clock: Clock) => ({
  /** Whether notifications are enabled. */
  told: on,

  image: (ctx: Context, verb: keyof typeof imageNotifications, image: Image): Promise<void> =>
    tell(db, ctx, imageNotifications[verb], {
      resource: image.id,
      payload: () => imagePayload(image, verb === 'delete' ? timestamp(clock) : null),
    }),

  member: (ctx: Context, verb: keyof typeof imageMemberNotifications, member: MemberRow): Promise<void> =>
    tell(db, ctx, imageMemberNotifications[verb], {
      resource: member.image_id,
      payload: () => memberPayload(member, verb === 'delete' ? timestamp(clock) : null),
    }),

  task: (ctx: Context, verb: keyof typeof taskNotifications, task: TaskRow): Promise<void> =>
    tell(db, ctx, taskNotifications[verb], { resource: task.id, payload: () => taskPayload(task) }),

  /** Passes the data through, and emits `image.send` with the number of bytes when the download ends. */
  reading: (image: Image, { ctx, address }: Reader, data: Readable): Readable => {
    if (!on) return data
    async function* counted(): AsyncGenerator<Buffer> {
      let sent = 0
      try {
        for await (const chunk of data) {
          sent += chunk.length
          yield chunk
        }
      } finally {
        await tell(db, ctx, imageSent, {
          resource: image.id,
          payload: () => ({
            bytes_sent: sent,
            image_id: image.id,
            owner_id: image.owner,
            receiver_tenant_id: ctx.projectId ?? null,
            receiver_user_id: ctx.userId ?? null,
            destination_ip: address,
          }),
        })
      }
    }
    const passed = Readable.from(counted(), { objectMode: false })
    return isOwnedByItsReader(data) ? ownedByItsReader(passed) : passed
  },
})

export type ImageNotices = ReturnType<typeof imageNotices>
