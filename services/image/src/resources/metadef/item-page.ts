import type { ImageApp } from '../../app/app.ts'
import type { MetadefItemRow, NamespaceRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import { needItem } from './items.ts'
import type { ItemKind } from './metadefs.ts'

interface Asked {
  readonly limit?: string
  readonly marker?: string
  readonly sort_key?: string
  readonly sort_dir?: 'asc' | 'desc'
}

/** The `limit` of a list, if given. */
export const readLimit = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^-?\d{1,9}$/.test(text)) throw errors.Invalid({ reason: 'limit param must be an integer' })
  if (Number(text) <= 0) throw errors.Invalid({ reason: 'limit param must be positive' })
  return Number(text)
}

const sortKeys = ['name', 'created_at', 'updated_at'] as const

const sortedBy = (asked: Asked): ((one: MetadefItemRow, other: MetadefItemRow) => number) => {
  const { sort_key = 'created_at', sort_dir = 'desc' } = asked
  const key = sortKeys.find((one) => one === sort_key)
  if (!key)
    throw errors.Invalid({
      reason: `Invalid sort key: ${sort_key}. It must be one of the following: ${sortKeys.join(', ')}.`,
    })
  const sign = sort_dir === 'asc' ? 1 : -1
  return (one, other) => sign * (one[key].localeCompare(other[key]) || one.name.localeCompare(other.name))
}

/** One page of the items of a kind. A namespace has so few that they are sorted in memory. */
export const itemPage = async (
  app: ImageApp,
  namespace: NamespaceRow,
  kind: ItemKind,
  asked: Asked,
): Promise<{ items: readonly MetadefItemRow[]; next: string | undefined }> => {
  const limit = Math.min(
    readLimit(asked.limit) ?? app.config.DEFAULT.limit_param_default,
    app.config.DEFAULT.api_limit_max,
  )
  const all = (await app.metadefs.items([namespace.id], kind)).sort(sortedBy(asked))
  const { marker } = asked
  if (marker !== undefined) await needItem(app, namespace, kind, marker)
  const from = marker === undefined ? 0 : all.findIndex(({ name }) => name === marker) + 1
  const items = all.slice(from, from + limit)
  return { items, next: items.length === limit ? items.at(-1)?.name : undefined }
}
