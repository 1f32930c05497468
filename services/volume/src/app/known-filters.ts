import { resourceFilters } from '@nimbo/contracts/volume/resource-filters'
import type { Context } from '@nimbo/kernel/context'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { errors } from '../errors.ts'
import type { VolumeApp } from './app.ts'

const refusesUnknown = microversion('3.31')
const hasLike = microversion('3.34')
const hasCount = microversion('3.45')

/** Query parameters of lists that are not filters. */
const controls = new Set([
  ...['limit', 'offset', 'marker', 'sort', 'sort_key', 'sort_dir', 'all_tenants', 'detail', 'is_public'],
  'list_volume',
])

/** Refuses filters that `GET /resource_filters` does not name, from version 3.31 on, unless the caller sees all projects. */
export const requireKnownFilters = (
  resource: keyof typeof resourceFilters,
  {
    app,
    ctx,
    version,
    query,
  }: {
    readonly app: Pick<VolumeApp, 'seesAll'>
    readonly ctx: Context
    readonly version: Microversion
    readonly query: object
  },
): void => {
  if (version < refusesUnknown || app.seesAll(ctx)) return
  const known: readonly string[] = resourceFilters[resource]
  const isKnown = (name: string): boolean =>
    controls.has(name) ||
    (version >= hasCount && name === 'with_count') ||
    known.includes(name) ||
    (version >= hasLike && name.endsWith('~') && known.includes(name.slice(0, -1)))
  const strange = Object.keys(query).filter((name) => !isKnown(name))
  if (strange.length > 0)
    throw errors.BadRequest({ reason: `Invalid filters ${strange.join(',')} are found in query options.` })
}
