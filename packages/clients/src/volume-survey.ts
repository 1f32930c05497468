import type { Context } from '@nimbo/kernel/context'
import type { RestClient } from './rest-client.ts'
import type { AttachmentSummary, Volume } from './volume.ts'

export type SurveyedVolume = Pick<Volume, 'id' | 'status' | 'attachments'> & {
  readonly metadata: Readonly<Record<string, string>>
}

/** Reads the volumes and attachments of all projects, and corrects what they say of themselves. */
export interface VolumeSurvey {
  volumes(ctx: Context): Promise<readonly SurveyedVolume[]>
  attachments(ctx: Context): Promise<readonly AttachmentSummary[]>
  /** Says that a volume is free: nothing is attached to it or about to be. */
  resetToAvailable(ctx: Context, volumeId: string): Promise<void>
}

const pageSize = 1_000

/** All pages of a list of block storage. */
const everyPage = async <Item extends { readonly id: string }>(
  rest: RestClient,
  ctx: Context,
  path: string,
  collection: string,
): Promise<readonly Item[]> => {
  const items: Item[] = []
  for (;;) {
    const query = { all_tenants: '1', limit: pageSize, marker: items.at(-1)?.id }
    const { body } = await rest.send<Record<string, Item[]>>(ctx, { method: 'GET', path, query })
    const page = body[collection] ?? []
    items.push(...page)
    if (page.length < pageSize) return items
  }
}

export const volumeSurvey = (rest: RestClient): VolumeSurvey => ({
  volumes: (ctx) => everyPage(rest, ctx, '/v3/volumes/detail', 'volumes'),
  attachments: (ctx) => everyPage(rest, ctx, '/v3/attachments', 'attachments'),
  resetToAvailable: async (ctx, volumeId) => {
    const json = { 'os-reset_status': { status: 'available', attach_status: 'detached' } }
    await rest.send(ctx, { method: 'POST', path: `/v3/volumes/${volumeId}/action`, json })
  },
})
