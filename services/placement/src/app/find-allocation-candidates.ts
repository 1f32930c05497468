import { findCandidates } from '../db/candidates.ts'
import { areAllAlone } from '../db/provider-trees.ts'
import type { RequestGroup } from '../domain/request-group.ts'
import type { CandidateRequest } from '../domain/request-groups.ts'
import type { PlacementApp } from './app.ts'
import type { CandidateSearch, Candidates } from './candidates.ts'
import { findTreeCandidates } from './find-tree-candidates.ts'
import { refuseUnknownNames } from './refuse-unknown-names.ts'

/** The ways to satisfy a request, and what the providers involved have. */
export const findAllocationCandidates =
  (app: PlacementApp) =>
  async (
    request: CandidateRequest,
    { limit, knowsTrees }: Pick<CandidateSearch, 'knowsTrees'> & { readonly limit: number | undefined },
  ): Promise<Candidates> => {
    await refuseUnknownNames(app.db, [...request.groups.values(), request.root])
    const search = { limit: Math.min(limit ?? app.maxCandidates, app.maxCandidates), knowsTrees }
    const only = onlyGroup(request)
    if (only && (await areAllAlone(app.db))) return findLoneCandidates(app, only, search.limit)
    return findTreeCandidates(app, request, search)
  }

/** The unsuffixed group where there is no other, with what the root must have: a provider alone is its own root. */
const onlyGroup = ({ groups, root }: CandidateRequest): RequestGroup | undefined => {
  const group = groups.get('')
  if (!group || groups.size > 1) return undefined
  return {
    ...group,
    requiredTraits: [...group.requiredTraits, ...root.requiredTraits],
    forbiddenTraits: [...group.forbiddenTraits, ...root.forbiddenTraits],
  }
}

/** The usual cloud, of hosts alone: one query says which have room for everything. */
const findLoneCandidates = async (
  { db, facts }: PlacementApp,
  group: RequestGroup,
  limit: number,
): Promise<Candidates> => {
  const found = await findCandidates(db, group, { limit, aggregatesOf: 'provider' })
  const requests = found.map(({ id }) => ({
    allocations: new Map([[id, group.resources]]),
    mappings: new Map([['', [id]]]),
  }))
  return { requests, summaries: await facts.ofProviders(db, found) }
}
