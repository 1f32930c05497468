import { findCandidates } from '../db/candidates.ts'
import type { Provider } from '../db/providers.ts'
import { isBeyondAll, type RequestGroup } from '../domain/request-group.ts'
import type { PlacementApp } from './app.ts'
import { refuseUnknownNames } from './refuse-unknown-names.ts'

interface ProviderFilter {
  readonly name: string | undefined
  readonly uuid: string | undefined
  readonly group: RequestGroup
}

const mostProviders = 10_000

/** Providers that match all filters, sorted by name. */
export const listProviders =
  ({ db }: PlacementApp) =>
  async ({ name, uuid, group }: ProviderFilter): Promise<readonly Provider[]> => {
    await refuseUnknownNames(db, [group], 'Invalid trait(s) in "required" parameter: ')
    if (isBeyondAll(group)) return []
    const found = isEmpty(group)
      ? undefined
      : await findCandidates(db, group, { limit: mostProviders, aggregatesOf: 'provider' })
    const ids = found?.map(({ id }) => id)
    if (ids?.length === 0) return []
    return db
      .selectFrom('resource_providers')
      .selectAll()
      .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
      .$if(uuid !== undefined, (query) => query.where('id', '=', uuid ?? ''))
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .orderBy('name')
      .limit(mostProviders)
      .execute()
  }

const isEmpty = (group: RequestGroup): boolean =>
  group.resources.size === 0 &&
  group.inTree === undefined &&
  [group.requiredTraits, group.forbiddenTraits, group.memberOf, group.forbiddenAggregates].every(
    (list) => list.length === 0,
  )
