import { type Kysely, sql } from 'kysely'
import type { ImageTables } from '../../db/tables.ts'
import type { ImageStatus } from '../image/image.ts'

/** Resources with limits: mebibytes of images and of staged data, the number of images, and the number of uploads under way. */
export const limitedResources = [
  'image_size_total',
  'image_stage_total',
  'image_count_total',
  'image_count_uploading',
] as const
export type LimitedResource = (typeof limitedResources)[number]

const staging: readonly ImageStatus[] = ['uploading', 'importing']
const uploading: readonly ImageStatus[] = ['saving', ...staging]
const bytesInMebibyte = 1024 * 1024

/** The total usage of projects; the size of an image counts once for each store that has it. */
export const usages =
  (db: Kysely<ImageTables>) =>
  async (projectIds: readonly string[]): Promise<Readonly<Record<LimitedResource, number>>> => {
    const rows = await db
      .selectFrom('images')
      .select(({ fn }) => [
        'status',
        'stores',
        fn.countAll<number>().as('images'),
        sql<number>`coalesce(sum(size), 0)`.as('bytes'),
      ])
      .where('owner', 'in', projectIds)
      .groupBy(['status', 'stores'])
      .execute()
    const sum = (count: (row: (typeof rows)[number]) => number): number =>
      rows.reduce((total, row) => total + count(row), 0)
    const mebibytes = (bytes: number): number => Math.floor(bytes / bytesInMebibyte)
    const inStores = ({ bytes, stores }: (typeof rows)[number]) =>
      Number(bytes) * (JSON.parse(stores) as string[]).length
    return {
      image_size_total: mebibytes(sum(inStores)),
      image_stage_total: mebibytes(
        sum(({ status, bytes }) => (staging.includes(status) ? Number(bytes) : 0)),
      ),
      image_count_total: sum(({ images }) => Number(images)),
      image_count_uploading: sum(({ status, images }) => (uploading.includes(status) ? Number(images) : 0)),
    }
  }

export type Usages = ReturnType<typeof usages>
