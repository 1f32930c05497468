import type { LimitLevel } from '@nimbo/clients/unified-limits'
import { prepared } from '@nimbo/db/prepared'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Deps, Inside } from '../app/deps.ts'
import { errors } from '../errors.ts'
import type { Db } from '../tables.ts'
import { defaultLimit } from './default-limit.ts'
import { limitsAbove, unifiedLimits } from './unified-limits.ts'
import { usedOf, usedTogether } from './used-of.ts'

const limitSet = prepared(
  (db: Db, { projectId, name }: { readonly projectId: string; readonly name: string }) =>
    db
      .selectFrom('quotas')
      .select('hard_limit')
      .where('project_id', '=', projectId)
      .where('resource', '=', name),
)

/** The limit of a project for one kind; negative means unlimited. */
export const limitOf = async (
  deps: Pick<Deps, 'config' | 'unified'>,
  db: Db,
  kind: Kind,
  projectId: string,
): Promise<number> => {
  const { config } = deps
  const kept = await unifiedLimits(deps, projectId)
  if (kept) return kept.get(kind.name) ?? defaultLimit(config, kind)
  const [own] = await limitSet(db, { projectId, name: kind.name })
  return own?.hard_limit ?? defaultLimit(config, kind)
}

interface Counted {
  readonly projectId: string
  /** The collections to count; the SQL depends on the names, so each set of names is prepared once. */
  readonly of: Readonly<Record<string, true>>
}

const countUsed = prepared((db: Db, { projectId, of }: Counted) =>
  db.selectNoFrom(Object.keys(of).map((collection) => usedOf({ collection }, projectId).as('used'))),
)

/** Throws when the project has reached the limit. */
export const checkLimit = async (db: Db, kind: Kind, projectId: string, limit: number): Promise<void> => {
  if (limit < 0) return
  const [row] = await countUsed(db, { projectId, of: { [kind.collection]: true } })
  if (Number(row?.used ?? 0) >= limit) throw errors.OverQuota({ resources: [kind.name] })
}

/** Throws when projects with a common limit have reached it together; only limits registered in Keystone count. */
export const checkTogether = async (db: Db, kind: Kind, levels: readonly LimitLevel[]): Promise<void> => {
  for (const { limits, projectIds } of levels) {
    const limit = limits.get(kind.name) ?? -1
    if (limit >= 0 && (await usedTogether(db, kind, projectIds)) >= limit)
      throw errors.OverQuota({ resources: [kind.name] })
  }
}

/** Throws when the project's quota does not allow one more of the kind. */
export const checkQuota = async ({ deps, db }: Inside, kind: Kind, projectId: string): Promise<void> => {
  // Resources without a project are not counted.
  if (!('project_id' in kind.attributes)) return
  await checkLimit(db, kind, projectId, await limitOf(deps, db, kind, projectId))
  await checkTogether(db, kind, await limitsAbove(deps, projectId))
}
