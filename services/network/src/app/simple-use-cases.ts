import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes, Kind, Of, Plain } from '@nimbo/resource/describe/kind'
import type { Repository } from '@nimbo/resource/rows/repository'
import { checkQuota } from '../quotas/check-quota.ts'
import type { Db } from '../tables.ts'
import { deletionOf } from './delete-resource.ts'
import type { Deps, Owned } from './deps.ts'
import type { Draft } from './draft.ts'
import { created, updated } from './life.ts'
import { refreshed } from './refreshed.ts'
import { type StandardValues, standardValues } from './standard-values.ts'

type Identified<K extends Kind> = Of<K> & { readonly id: string }

interface Parts<K extends Kind> {
  readonly repository: Repository<K, Db>
  /** Makes the row of a new resource, without the standard columns. */
  rowOf(values: Owned<K>): Omit<Plain<K>, keyof StandardValues>
}

/** The use cases of a kind without rules of its own. How other kinds react to its changes is in `hooks.ts`. */
export const simpleUseCases = <K extends Kind>({ repository, rowOf }: Parts<K>) => ({
  create:
    (deps: Deps) =>
    (ctx: Context, drafts: readonly Draft<K, unknown>[]): Promise<Of<K>[]> =>
      deps.transaction(ctx, async (inside) => {
        const { kind } = repository
        const all: Of<K>[] = []
        for (const { values } of drafts) {
          await checkQuota(inside, kind, values.project_id)
          const begun = standardValues(deps.clock)
          // Safe: `rowOf` gives all columns but the standard ones.
          await repository.insert(inside.db, { ...rowOf(values), ...begun } as unknown as Plain<K>)
          const made = await refreshed(repository, inside.db, begun.id)
          await created(inside, kind, values, { ...made, id: begun.id })
          all.push(made)
        }
        return all
      }),
  update:
    (deps: Deps) =>
    (ctx: Context, before: Identified<K>, changes: Partial<Plain<K>> & Changes<K>): Promise<Of<K>> =>
      deps.transaction(ctx, async (inside) => {
        const { id } = before
        await repository.update(inside.db, id, changes, timestamp(deps.clock))
        const after = { ...(await refreshed(repository, inside.db, id)), id }
        await updated(inside, repository.kind, changes, { before, after })
        return after
      }),
  delete: deletionOf(repository),
})
