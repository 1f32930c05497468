import { afterRow } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import type { Attachment, AttachmentStatus } from '../domain/volume.ts'
import type { Db } from './db.ts'
import type { AttachmentRow } from './tables.ts'

type Facts = Readonly<Record<string, unknown>>

const facts = (text: string | null): Facts | null => (text === null ? null : (JSON.parse(text) as Facts))

const attachmentOf = (row: AttachmentRow): Attachment => ({
  id: row.id,
  volumeId: row.volume_id,
  projectId: row.project_id,
  serverId: row.instance_uuid,
  status: row.status as AttachmentStatus,
  mode: row.mode,
  mountpoint: row.mountpoint,
  host: row.host,
  connector: facts(row.connector),
  connectionInfo: facts(row.connection_info),
  attachedAt: row.attached_at,
  createdAt: row.created_at,
})

/** Finds an attachment of a project; of any project when `projectId` is undefined. */
export const findAttachment = async (
  db: Db,
  id: string,
  projectId: string | undefined,
): Promise<Attachment | undefined> => {
  const row = await db
    .selectFrom('attachments')
    .selectAll()
    .where('id', '=', id)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .executeTakeFirst()
  return row && attachmentOf(row)
}

/** The attachments of volumes, oldest first. */
export const attachmentsOf = async (db: Db, volumeIds: readonly string[]): Promise<readonly Attachment[]> => {
  if (volumeIds.length === 0) return []
  return (await ofVolumes(db, { volumeIds })).map(attachmentOf)
}

const ofVolumes = prepared((db: Db, { volumeIds }: { readonly volumeIds: readonly string[] }) =>
  db
    .selectFrom('attachments')
    .selectAll()
    .where('volume_id', 'in', volumeIds)
    .orderBy('created_at')
    .orderBy('id'),
)

export interface AttachmentQuery {
  readonly projectId: string | undefined
  readonly filters: Readonly<Partial<Record<'volume_id' | 'instance_uuid' | 'status', string>>>
  readonly limit: number
  readonly marker?: Attachment | undefined
}

/** A page of attachments, newest first. */
export const listAttachments = async (
  db: Db,
  { projectId, filters, limit, marker }: AttachmentQuery,
): Promise<readonly Attachment[]> => {
  const order = [
    { column: 'created_at', direction: 'desc' },
    { column: 'id', direction: 'desc' },
  ] as const
  let query = db
    .selectFrom('attachments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  for (const [name, value] of Object.entries(filters)) query = query.where(name as 'status', '=', value)
  if (marker) query = query.where(afterRow(order, { created_at: marker.createdAt, id: marker.id }))
  return (await query.execute()).map(attachmentOf)
}

export const insertAttachment = (db: Db, row: AttachmentRow): Promise<unknown> =>
  db.insertInto('attachments').values(row).execute()

/** Updates an attachment; false if it does not exist. */
export const updateAttachment = async (
  db: Db,
  id: string,
  change: Partial<Omit<AttachmentRow, 'id' | 'volume_id' | 'project_id' | 'created_at'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('attachments')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const removeAttachment = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('attachments').where('id', '=', id).execute()

/** Moves the attachments of one volume to another. */
export const giveAttachments = (
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<unknown> =>
  db.updateTable('attachments').set({ volume_id: to }).where('volume_id', '=', from).execute()

export const removeAttachmentsOf = (db: Db, volumeId: string): Promise<unknown> =>
  db.deleteFrom('attachments').where('volume_id', '=', volumeId).execute()
