import { timestamp } from '@nimbo/kernel/clock'
import type { Stores } from '../../db/stores.ts'
import {
  type EffectiveAssignment,
  effectiveAssignments,
  impliedClosure,
} from '../../domain/effective-assignments.ts'
import type { Project, RoleAssignment } from '../../domain/records.ts'
import type { Deps } from '../../app/deps.ts'

export interface AssignmentQuery {
  readonly userId?: string | undefined
  readonly groupId?: string | undefined
  readonly roleId?: string | undefined
  readonly projectId?: string | undefined
  readonly domainId?: string | undefined
  readonly system?: boolean | undefined
  readonly inherited?: boolean | undefined
  /** Expand groups, inheritance and implied roles. */
  readonly effective: boolean
  /** Include assignments on projects below the project. */
  readonly includeSubtree: boolean
  /** Only assignments on this domain and its projects: all that a domain-scoped token may list. */
  readonly within?: string | undefined
}

interface Tree {
  /** The ancestors of a project without its domain. */
  ancestors(project: Project): Promise<readonly Project[]>
  descendants(id: string): Promise<readonly Project[]>
}

/** What narrows the stored assignments that can matter to a query. */
interface Narrowed {
  readonly now: string
  /** Undefined for all. */
  readonly targetIds: readonly string[] | undefined
}

const columnsOf = (query: AssignmentQuery): Partial<RoleAssignment> => ({
  ...(query.userId === undefined ? {} : { actor_type: 'user', actor_id: query.userId }),
  ...(query.groupId === undefined ? {} : { actor_type: 'group', actor_id: query.groupId }),
  ...(query.roleId === undefined ? {} : { role_id: query.roleId }),
  ...(query.projectId === undefined ? {} : { target_type: 'project', target_id: query.projectId }),
  ...(query.domainId === undefined ? {} : { target_type: 'domain', target_id: query.domainId }),
  ...(query.system ? { target_type: 'system' } : {}),
  ...(query.inherited === undefined ? {} : { inherited: query.inherited }),
})

/** The stored assignments that may match a query; only those of the user and the user's groups if it names a user. */
const candidates = async (
  stores: Stores,
  { userId }: AssignmentQuery,
  { now, targetIds }: Narrowed,
): Promise<RoleAssignment[]> => {
  if (userId === undefined) return stores.assignments.list({}, targetIds)
  const own = await stores.relations.groupIdsOf(userId)
  const groups = new Set([...own, ...(await stores.relations.expiringGroupsOf(userId, now)).keys()])
  const lists = await Promise.all([
    stores.assignments.list({ actor_type: 'user', actor_id: userId }, targetIds),
    ...[...groups].map((id) => stores.assignments.list({ actor_type: 'group', actor_id: id }, targetIds)),
  ])
  return lists.flat()
}

/** Lists role assignments, as stored or expanded to effective ones. */
export const createListRoleAssignments = ({ stores, clock }: Deps, { ancestors, descendants }: Tree) => {
  /** The targets that effective assignments come from: those asked for, and those above a project, which may be inherited. */
  const targetsOf = async (
    { projectId, domainId, system }: AssignmentQuery,
    tree: readonly string[],
  ): Promise<readonly string[] | undefined> => {
    if (system) return ['all']
    if (domainId !== undefined) return [domainId]
    if (projectId === undefined) return undefined
    const project = await stores.projects.find(projectId)
    const above = project ? (await ancestors(project)).map(({ id }) => id) : []
    return [projectId, ...tree, ...above, ...(project?.domain_id ? [project.domain_id] : [])]
  }

  const spellOut = async (
    query: AssignmentQuery,
    tree: readonly string[],
  ): Promise<EffectiveAssignment[]> => {
    const now = timestamp(clock)
    const made = await candidates(stores, query, { now, targetIds: await targetsOf(query, tree) })
    const groups = new Set(made.filter((one) => one.actor_type === 'group').map((one) => one.actor_id))
    const trees = new Set(made.filter((one) => one.inherited).map((one) => one.target_id))
    const members = new Map<string, string[]>()
    for (const id of groups) members.set(id, await stores.relations.userIdsOf(id, now))
    const projects = new Map<string, string[]>()
    for (const id of trees)
      projects.set(
        id,
        (await descendants(id)).map((project) => project.id),
      )
    const all = effectiveAssignments(made, {
      membersOf: (id) => members.get(id) ?? [],
      projectsBelow: (id) => projects.get(id) ?? [],
      impliedBy: impliedClosure(await stores.relations.impliedRules()),
    })
    const roles = await stores.roles.findMany([...new Set(all.map(({ assignment }) => assignment.role_id))])
    // Domain-specific roles only imply others and are never effective.
    const held = new Set(roles.filter(({ domain_id }) => domain_id === null).map(({ id }) => id))
    return all.filter(({ assignment }) => held.has(assignment.role_id))
  }

  const inDomain = async (rows: EffectiveAssignment[], domainId: string): Promise<EffectiveAssignment[]> => {
    const ids = new Set(rows.map(({ assignment }) => assignment.target_id))
    const targets = new Map((await stores.projects.findMany([...ids])).map((one) => [one.id, one]))
    return rows.filter(({ assignment: { target_id } }) => {
      const target = targets.get(target_id)
      return target !== undefined && (target.domain_id ?? target.id) === domainId
    })
  }

  return async (query: AssignmentQuery): Promise<EffectiveAssignment[]> => {
    const columns = Object.entries(columnsOf(query)) as [keyof RoleAssignment, unknown][]
    const { projectId, includeSubtree } = query
    const below = includeSubtree && projectId !== undefined ? await descendants(projectId) : []
    const tree = below.map(({ id }) => id)
    const targets = new Set([projectId, ...tree])
    const asStored = async (): Promise<RoleAssignment[]> =>
      projectId !== undefined && tree.length > 0
        ? stores.assignments.list({}, [projectId, ...tree])
        : stores.assignments.list(columnsOf(query))
    const rows = query.effective
      ? await spellOut(query, tree)
      : (await asStored()).map((source) => ({ assignment: source, source }))
    const matching = rows.filter(({ assignment, source }) =>
      columns.every(([column, value]) => {
        if (column === 'target_id' && projectId !== undefined) return targets.has(assignment.target_id)
        if (column === 'inherited') return source.inherited === value
        return assignment[column] === value
      }),
    )
    return query.within === undefined ? matching : inDomain(matching, query.within)
  }
}
