import type { ProjectUsages } from '@nimbo/clients/project-usages'
import type { LimitLevel, UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { Databases } from '../../db/cells/databases.ts'
import { limitsSetFor } from '../../db/quotas/limits-set-for.ts'
import { type Member, type MemberLimits, shownLimits } from '../../domain/quotas/member-limits.ts'
import { type Limits, unlimitedByUs } from '../../domain/quotas/quota.ts'
import { fromUnified } from '../../domain/quotas/unified-names.ts'
import type { ComputeConfig } from '../compute-options.ts'
import { countUsage } from './count-usage.ts'
import { configuredLimits, defaultLimits } from './default-limits.ts'
import {
  countedRoom,
  requireCounted,
  type RequireServers,
  type ServerSize,
  unifiedRoom,
} from './server-room.ts'
import { type ReadUsage, usageOfProject } from './usage-of-project.ts'

/** Limits of projects, and of users within them. */
export interface ProjectLimits {
  /** Whether the limits are Keystone's unified limits. */
  readonly areUnified: boolean
  /** The project's own limits, with defaults for the others. */
  of(projectId: string): Promise<Limits>
  /** The limits of the project, and those set for the user within it, read together. */
  ofMember(member: Member): Promise<MemberLimits>
  /** The limits of projects that have none of their own. */
  defaults(): Promise<Limits>
  /** Reads the usage that counts against the limits for servers, of a project or one user within it. */
  readonly usage: ReadUsage
  /** Reads the usage for checks of servers of one size; `known` are the limits, if the caller has read them. */
  roomFor(member: Member, size: ServerSize, known?: MemberLimits): Promise<RequireServers>
  /**
   * Throws when a project or its user exceeds a limit since a server was added. `sizeOf` reads the server's size; it is
   * called only if the size matters, and resolves to undefined for a server that is gone.
   */
  requireStillWithin(member: Member, sizeOf: () => Promise<ServerSize | undefined>): Promise<void>
  /**
   * The limits of the project itself, those of the user if there are any, and with `strict_two_level` the limits of its
   * domain.
   */
  levels(member: Member): Promise<readonly LevelOfLimits[]>
}

interface LevelOfLimits {
  readonly limits: Limits
  /** The projects whose summed usage must stay within the limits. */
  readonly projectIds: readonly string[]
  /** The user whose usage counts; all users if absent. */
  readonly userId?: string
}

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly config: ComputeConfig
  /** The limits in Keystone. */
  readonly unified: UnifiedLimits
  /** Usage as recorded by placement. */
  readonly usages: ProjectUsages
}

/** The empty project id stands for the registered limits, and the empty user id for no user in particular. */
const nobody = ''

const none = (): Limits => ({
  ...unlimitedByUs,
  ...{ instances: -1, cores: -1, ram: -1, metadata_items: -1, injected_files: -1 },
  ...{ injected_file_content_bytes: -1, injected_file_path_length: -1 },
  ...{ key_pairs: -1, server_groups: -1, server_group_members: -1 },
})

const inIdentity = (deps: Deps): ProjectLimits => {
  const { unified, config } = deps
  const of = async (projectId: string): Promise<Limits> =>
    fromUnified(await unified.of(internalContext(), projectId), config.quota)
  const roomFor = unifiedRoom(deps)
  const level = ({ limits, projectIds }: LimitLevel): LevelOfLimits => ({
    limits: fromUnified(limits, config.quota),
    projectIds,
  })
  return {
    areUnified: true,
    usage: countUsage(deps),
    of,
    ofMember: async ({ projectId }) => ({ project: await of(projectId), own: {} }),
    defaults: () => of(nobody),
    roomFor,
    requireStillWithin: async (member, sizeOf) => {
      const size = await sizeOf()
      if (size !== undefined) (await roomFor(member, size))({ servers: 0, sizes: 0 })
    },
    levels: async ({ projectId }) => (await unified.levels(internalContext(), projectId)).map(level),
  }
}

const here = (deps: Deps, limits: Pick<ProjectLimits, 'ofMember' | 'defaults'>): ProjectLimits => {
  const usage = usageOfProject(deps)
  const of = async (projectId: string): Promise<Limits> =>
    (await limits.ofMember({ projectId, userId: nobody })).project
  return {
    ...limits,
    of,
    areUnified: false,
    usage,
    roomFor: countedRoom(usage, limits.ofMember),
    requireStillWithin: requireCounted(usage, limits.ofMember),
    levels: async (member) => {
      const { projectId, userId } = member
      const found = await limits.ofMember(member)
      const level = { limits: found.project, projectIds: [projectId] }
      if (Object.keys(found.own).length === 0) return [level]
      return [level, { ...level, limits: shownLimits(found), userId }]
    },
  }
}

/** The limits from the source that `[quota] driver` names: the database, Keystone, or none at all. */
export const projectLimits = (deps: Deps): ProjectLimits => {
  const {
    databases,
    config: { quota },
  } = deps
  if (quota.driver === 'nova.quota.NoopQuotaDriver')
    return here(deps, { ofMember: async () => ({ project: none(), own: {} }), defaults: async () => none() })
  if (quota.driver === 'nova.quota.UnifiedLimitsDriver') return inIdentity(deps)
  const usual = configuredLimits(quota)
  return here(deps, {
    ofMember: async ({ projectId, userId }) => {
      const { project, user } = await limitsSetFor(databases.api, projectId, userId)
      return { project: { ...usual, ...project }, own: user }
    },
    defaults: () => defaultLimits(databases.api, quota),
  })
}
