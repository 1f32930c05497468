import type { ObjectType } from '@nimbo/contracts/network/rbac-policy'
import { prepared } from '@nimbo/db/prepared'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Condition } from '@nimbo/resource/rows/row-queries'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AsSeen, Facts } from '../../app/as-seen.ts'
import type { Db } from '../../tables.ts'
import { asShared, everyone } from './rbac-policies.ts'

/** The ids of objects of a type that policies share with a project. */
export const grantedTo = (
  projectId: string,
  type: ObjectType,
  actions: readonly string[] = [asShared],
): RawBuilder<unknown> =>
  sql`select object_id from rbac_policies where object_type = ${type} and action in (${sql.join([...actions])})
      and target_tenant in (${projectId}, ${everyone})`

/** Selects objects that the project owns, that are shared with all, or that are shared with it. */
export const ownedByOrSharedWith =
  ({ collection }: Kind, type: ObjectType) =>
  (projectId: string): Condition =>
    sql<SqlBool>`(${sql.ref(`${collection}.project_id`)} = ${projectId} or ${sql.ref(`${collection}.shared`)} = 1
      or ${sql.ref(`${collection}.id`)} in (${grantedTo(projectId, type)}))`

const findGranted = prepared(
  (db: Db, { projectId, type }: { readonly projectId: string; readonly type: ObjectType }) =>
    db
      .selectFrom('rbac_policies')
      .select('object_id')
      .where('target_tenant', '=', projectId)
      .where('object_type', '=', type)
      .where('action', '=', asShared),
)

interface Named {
  /** The columns with the owner, the id and the shared flag. */
  readonly owner: string
  readonly id: string
  readonly shared: string
}

const itself: Named = { owner: 'project_id', id: 'id', shared: 'shared' }
export const itsNetwork: Named = {
  owner: 'network:project_id',
  id: 'network_id',
  shared: 'network:shared',
}

/**
 * Shows objects as shared that are shared with the caller's project only. No query is needed when the project owns them
 * all, nor for policies about a caller who sees everything: such a caller, an admin or a service, needs nothing shared.
 */
export const seenAsShared =
  (type: ObjectType, { owner, id, shared }: Named = itself): AsSeen =>
  async <Found extends Facts>(
    { db, callers }: Parameters<AsSeen>[0],
    ctx: Parameters<AsSeen>[1],
    found: readonly Found[],
    shown: boolean,
  ): Promise<readonly Found[]> => {
    const { projectId } = ctx
    const onlyAsked = !shown || shared !== itself.shared
    if (onlyAsked && callers.scopeOf(ctx) === 'all') return found
    const perhaps = (each: Found): boolean => each[shared] !== true && each[owner] !== projectId
    if (projectId === undefined || !found.some(perhaps)) return found
    const granted = new Set((await findGranted(db, { projectId, type })).map(({ object_id }) => object_id))
    if (granted.size === 0) return found
    return found.map((each) =>
      perhaps(each) && granted.has(String(each[id])) ? { ...each, [shared]: true } : each,
    )
  }
