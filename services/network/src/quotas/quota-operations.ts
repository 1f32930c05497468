import { prepared } from '@nimbo/db/prepared'
import type { Context } from '@nimbo/kernel/context'
import type { Kind } from '@nimbo/resource/describe/kind'
import { sql } from 'kysely'
import type { Deps } from '../app/deps.ts'
import { errors } from '../errors.ts'
import type { Db } from '../tables.ts'
import { defaultLimit } from './default-limit.ts'
import { unifiedLimits } from './unified-limits.ts'
import { usedOf } from './used-of.ts'

/** Limits by kind. */
export type Limits = Readonly<Record<string, number>>

export interface QuotaDetail {
  readonly limit: number
  readonly used: number
  readonly reserved: number
}

/** The limit set for a kind, or how many there are of it. */
interface Amount {
  readonly name: string
  readonly hard_limit: number | null
  readonly used: number | string | null
}

const mostProjects = 10_000

const limitsSet = prepared((db: Db, { projectId }: { readonly projectId: string }) =>
  db.selectFrom('quotas').selectAll().where('project_id', '=', projectId),
)

const setLimits = async (db: Db, projectId: string, changes: Limits): Promise<void> => {
  const rows = Object.entries(changes).map(([resource, hard_limit]) => ({
    project_id: projectId,
    resource,
    hard_limit,
  }))
  if (rows.length === 0) return
  await db
    .insertInto('quotas')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'resource'])
        .doUpdateSet((set) => ({ hard_limit: set.ref('excluded.hard_limit') })),
    )
    .execute()
}

export interface QuotaChanges {
  readonly limits: Limits
  /** Whether limits may be below what the project uses. */
  readonly force: boolean
}

/** Reads and changes the quotas of projects. */
export interface Quotas {
  defaults(deps: Deps): Limits
  limits(deps: Deps, projectId: string): Promise<Limits>
  details(deps: Deps, projectId: string): Promise<Readonly<Record<string, QuotaDetail>>>
  /** Every project with quotas of its own. */
  list(deps: Deps): Promise<readonly { readonly project_id: string; readonly limits: Limits }[]>
  update(deps: Deps, ctx: Context, projectId: string, changes: QuotaChanges): Promise<Limits>
  reset(deps: Deps, ctx: Context, projectId: string): Promise<void>
}

/** The quotas of these kinds of resource. */
export const quotasOf = (kinds: readonly Kind[]): Quotas => {
  /** The limits set for the project, and how many it has of each kind: in one statement, with few subqueries. */
  const amountsOf = prepared((db: Db, { projectId }: { readonly projectId: string }) => {
    const counts = kinds.map(
      (kind) => sql`union all select ${sql.lit(kind.name)}, null, ${usedOf(kind, projectId)}`,
    )
    const query = sql<Amount>`
      select resource as name, hard_limit, null as used from quotas where project_id = ${projectId}
      ${sql.join(counts, sql` `)}
    `
    return { compile: () => query.compile(db) }
  })
  /** Throws for a limit below what the project uses. */
  const refuseBelowUsed = async (db: Db, projectId: string, changes: Limits): Promise<void> => {
    const amounts = await amountsOf(db, { projectId })
    for (const { name, hard_limit, used } of amounts) {
      const limit = changes[name]
      if (hard_limit === null && limit !== undefined && limit >= 0 && limit < Number(used))
        throw errors.HTTPBadRequest({
          reason: `Quota limit ${limit} for ${name} must be greater than or equal to already used ${used}`,
        })
    }
  }
  const defaults: Quotas['defaults'] = ({ config }) =>
    Object.fromEntries(kinds.map((kind) => [kind.name, defaultLimit(config, kind)]))
  const unifiedIn = ({ config }: Deps, kept: ReadonlyMap<string, number>): Limits =>
    Object.fromEntries(kinds.map((kind) => [kind.name, kept.get(kind.name) ?? defaultLimit(config, kind)]))
  const limitsIn = async (deps: Deps, db: Db, projectId: string): Promise<Limits> => {
    const unified = await unifiedLimits(deps, projectId)
    if (unified) return unifiedIn(deps, unified)
    const own = await limitsSet(db, { projectId })
    return {
      ...defaults(deps),
      ...Object.fromEntries(own.map(({ resource, hard_limit }) => [resource, hard_limit])),
    }
  }
  const limits: Quotas['limits'] = (deps, projectId) => limitsIn(deps, deps.db, projectId)
  return {
    defaults,
    limits,
    details: async (deps, projectId) => {
      const amounts = await amountsOf(deps.db, { projectId })
      const unified = await unifiedLimits(deps, projectId)
      const limits = new Map(unified)
      const counts = new Map<string, number>()
      for (const { name, hard_limit, used } of amounts)
        if (hard_limit === null) counts.set(name, Number(used))
        else if (!unified) limits.set(name, hard_limit)
      const detail = (kind: Kind): QuotaDetail => ({
        limit: limits.get(kind.name) ?? defaultLimit(deps.config, kind),
        used: counts.get(kind.name) ?? 0,
        reserved: 0,
      })
      return Object.fromEntries(kinds.map((kind) => [kind.name, detail(kind)]))
    },
    list: async (deps) => {
      const rows = await deps.db
        .selectFrom('quotas')
        .select('project_id')
        .distinct()
        .orderBy('project_id')
        .limit(mostProjects)
        .execute()
      return Promise.all(
        rows.map(async ({ project_id }) => ({ project_id, limits: await limits(deps, project_id) })),
      )
    },
    update: async (deps, ctx, projectId, { limits: changes, force }) => {
      const unknown = Object.keys(changes).filter((name) => kinds.every((kind) => kind.name !== name))
      if (unknown.length > 0)
        throw errors.HTTPBadRequest({ reason: `Unrecognized attribute(s) '${unknown.join(', ')}'` })
      return deps.transaction(ctx, async (inside) => {
        if (!force) await refuseBelowUsed(inside.db, projectId, changes)
        await setLimits(inside.db, projectId, changes)
        const changed = await limitsIn(deps, inside.db, projectId)
        const quota = { ...changed, id: projectId, project_id: projectId }
        await deps.notices.updated(inside, 'quota', projectId, changes, quota)
        return changed
      })
    },
    reset: (deps, ctx, projectId) =>
      deps.transaction(ctx, async (inside) => {
        const deleted = await inside.db
          .deleteFrom('quotas')
          .where('project_id', '=', projectId)
          .returning('resource')
          .execute()
        if (deleted.length === 0) throw errors.TenantQuotaNotFound({ projectId })
        await deps.notices.deleted(inside, 'quota', projectId)
      }),
  }
}
