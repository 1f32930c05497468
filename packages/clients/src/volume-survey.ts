import { listAttachments } from '@nimbo/contracts/volume/attachments'
import { resetStatus } from '@nimbo/contracts/volume/volume-actions'
import { listVolumesInFull } from '@nimbo/contracts/volume/volumes'
import type { Context } from '@nimbo/kernel/context'
import type { ServiceClient } from './service-client.ts'
import type { AttachmentSummary, Volume } from './volume.ts'

export type SurveyedVolume = Pick<Volume, 'id' | 'status' | 'attachments'> & {
  readonly metadata: Readonly<Record<string, string>>
}

/** Reads volumes and attachments of all projects and repairs statuses, for the audit. */
export interface VolumeSurvey {
  volumes(ctx: Context): Promise<readonly SurveyedVolume[]>
  attachments(ctx: Context): Promise<readonly AttachmentSummary[]>
  /** Sets the status to available without attachments. */
  resetToAvailable(ctx: Context, volumeId: string): Promise<void>
}

/** A thousand per page. */
const query = { all_tenants: '1', limit: 1_000 }
const most = 10_000_000

export const volumeSurvey = (volumes: ServiceClient): VolumeSurvey => ({
  volumes: (ctx) => Array.fromAsync(volumes.items(ctx, listVolumesInFull, most, { query })),
  attachments: (ctx) => Array.fromAsync(volumes.items(ctx, listAttachments, most, { query })),
  resetToAvailable: async (ctx, volume_id) => {
    const body = { 'os-reset_status': { status: 'available', attach_status: 'detached' } } as const
    await volumes.call(ctx, resetStatus, { path: { volume_id }, body })
  },
})
