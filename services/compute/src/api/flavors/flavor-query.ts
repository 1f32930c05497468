import type { listFlavors } from '@nimbo/contracts/compute/flavors'
import type { Call } from '@nimbo/http/route'
import type { QueryOf } from '@nimbo/operation/operation'
import type { ComputeApp } from '../../app/compute-app.ts'
import type { Flavor } from '../../domain/flavors/flavor.ts'
import { flavorSortKeys } from '../../domain/flavors/flavor-sort.ts'
import { errors } from '../../errors.ts'
import { limitOf } from '../servers/server-list-query.ts'

type ListCall = Pick<Call<ComputeApp>, 'app' | 'ctx'> & { readonly query: QueryOf<typeof listFlavors> }

const wholeNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^-?[0-9]+$/.test(text)) throw errors.BadRequest({ reason: `Invalid ${name} filter [${text}]` })
  return Number(text)
}

/** Which flavors to list: those that the user's project can use, and for admins those that `is_public` selects. */
const publicWish = ({ app, ctx, query }: ListCall): { isPublic?: boolean; projectId?: string } => {
  const own = ctx.projectId === undefined ? { isPublic: true } : { projectId: ctx.projectId }
  const asked = query.is_public?.toLowerCase()
  if (asked === undefined || !app.deps.enforcer.isAdmin(ctx)) return own
  if (asked === 'none') return {}
  if (/^(true|1|on|yes|y|t)$/.test(asked)) return own
  if (/^(false|0|off|no|n|f)$/.test(asked)) return { isPublic: false }
  throw errors.BadRequest({ reason: `Invalid is_public filter [${query.is_public}]` })
}

const isSortKey = (text: string): text is keyof typeof flavorSortKeys => Object.hasOwn(flavorSortKeys, text)

/** The listed flavors, and whether there are more. */
export const findFlavors = async (
  call: ListCall,
): Promise<{ readonly found: readonly Flavor[]; readonly full: boolean }> => {
  const { app, query } = call
  const limit = limitOf(query.limit, app.deps.config.api.max_limit)
  const sortKey = query.sort_key ?? 'flavorid'
  if (!isSortKey(sortKey)) throw errors.BadRequest({ reason: `Sort key ${sortKey} is not valid for flavors` })
  const minRamMb = wholeNumber('minRam', query.minRam)
  const minDiskGb = wholeNumber('minDisk', query.minDisk)
  const found = await app.stores.flavors.list({
    ...publicWish(call),
    limit,
    sortKey,
    sortDir: query.sort_dir === 'desc' ? 'desc' : 'asc',
    ...(minRamMb === undefined ? {} : { minRamMb }),
    ...(minDiskGb === undefined ? {} : { minDiskGb }),
    ...(query.name === undefined ? {} : { name: query.name }),
    ...(query.marker === undefined ? {} : { marker: query.marker }),
  })
  if (!found) throw errors.MarkerNotFound({ marker: query.marker ?? '' })
  return { found, full: found.length === limit }
}
