import { findFitting } from '../db/candidates.ts'
import { areAllAlone } from '../db/provider-trees.ts'
import { hasRoomFor, type ProviderFacts } from '../domain/provider-facts.ts'
import { isBeyondAll, type RequestGroup } from '../domain/request-group.ts'
import type { CandidateRequest } from '../domain/request-groups.ts'
import type { PlacementApp } from './app.ts'
import type { CandidateSearch, Candidates } from './candidates.ts'
import { findTreeCandidates } from './find-tree-candidates.ts'
import { refuseUnknownNames } from './refuse-unknown-names.ts'

/** The allocation candidates of a request, with provider summaries. */
export const findAllocationCandidates =
  (app: PlacementApp) =>
  async (
    request: CandidateRequest,
    { limit, knowsTrees }: Pick<CandidateSearch, 'knowsTrees'> & { readonly limit: number | undefined },
  ): Promise<Candidates> => {
    await refuseUnknownNames(app.db, [...request.groups.values(), request.root])
    if ([...request.groups.values()].some(isBeyondAll)) return { requests: [], summaries: [] }
    const search = { limit: Math.min(limit ?? app.maxCandidates, app.maxCandidates), knowsTrees }
    const only = onlyGroup(request)
    if (only && (await areAllAlone(app.db))) return findLoneCandidates(app, only, search.limit)
    return findTreeCandidates(app, request, search)
  }

/** The unsuffixed group if it is the only one, combined with the root's conditions: a provider without a tree is its own root. */
const onlyGroup = ({ groups, root }: CandidateRequest): RequestGroup | undefined => {
  const group = groups.get('')
  if (!group || groups.size > 1) return undefined
  return {
    ...group,
    requiredTraits: [...group.requiredTraits, ...root.requiredTraits],
    forbiddenTraits: [...group.forbiddenTraits, ...root.forbiddenTraits],
  }
}

/** The minimum number of providers read per query. */
const leastTogether = 100

/**
 * The common case of a cloud without nested providers: the database finds the providers with the required traits and aggregates,
 * and cached facts say which of them have room.
 */
const findLoneCandidates = async (
  { db, facts }: PlacementApp,
  group: RequestGroup,
  limit: number,
): Promise<Candidates> => {
  const together = Math.max(limit, leastTogether)
  const found: ProviderFacts[] = []
  let after: string | undefined
  do {
    const places = await findFitting(db, group, { after, limit: together })
    found.push(...(await facts.ofProviders(db, places)).filter((one) => hasRoomFor(one, group.resources)))
    after = places.length < together ? undefined : places.at(-1)?.name
  } while (after !== undefined && found.length < limit)
  const summaries = found.slice(0, limit)
  const requests = summaries.map(({ id }) => ({
    allocations: new Map([[id, group.resources]]),
    mappings: new Map([['', [id]]]),
  }))
  return { requests, summaries }
}
