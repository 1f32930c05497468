import type { Kind as LookUpKind } from '@nimbo/http/handle'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { Changes, Kind, Of, Plain } from '@nimbo/resource/describe/kind'
import type { Derived } from '@nimbo/resource/describe/view'
import type { Repository } from '@nimbo/resource/rows/repository'
import type { Deps } from '../app/deps.ts'
import type { Draft } from '../app/draft.ts'
import type { Db } from '../tables.ts'

export type Facts = Readonly<Record<string, unknown>>

type NotFound = (details: { readonly id: string }) => Fault

/** Where the parents of a kind are found. */
export interface Parents<P> {
  byId(deps: Deps, ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, P>>
  readonly notFound: NotFound
}

/** One kind of resource as the API serves it: where it is kept, and its use cases. */
export interface ServedKind<K extends Kind, P = undefined> {
  readonly repository: Repository<K, Db>
  readonly notFound: NotFound
  readonly parents?: Parents<P>
  beforeList?(deps: Deps, ctx: Context): Promise<void>
  /** What follows from the rest of a resource, where it is shown. */
  derived?(deps: Deps): Derived<K>
  readonly create: (deps: Deps) => (ctx: Context, drafts: readonly Draft<K, P>[]) => Promise<readonly Of<K>[]>
  readonly update?: (deps: Deps) => (ctx: Context, resource: Of<K>, changes: Changes<K>) => Promise<Of<K>>
  readonly delete: (deps: Deps) => (ctx: Context, resource: Plain<K>) => Promise<void>
}

/** The parents of a kind, of which callers may know what they may see. */
export const parentsIn = <K extends Kind>(
  repository: Repository<K, Db>,
  notFound: NotFound,
): Parents<Plain<K>> => ({
  byId: (deps, ctx, ids) => repository.plainById(deps.db, deps.callers.scopeOf(ctx), ids),
  notFound,
})

/** How operations on one resource find it: to who may not see it, there is none. */
export const lookUpIn = <K extends Kind>(
  repository: Repository<K, Db>,
  notFound: NotFound,
): LookUpKind<Deps, Plain<K>> => {
  const { name } = repository.kind
  return {
    by: `${name}_id`,
    find: async ({ app, ctx }, id) => {
      const found = await repository.plain(app.db, app.callers.scopeOf(ctx), id)
      if (!found) throw notFound({ id })
      return found
    },
    facts: (found) => found,
    knownBy: { rule: `get_${name}`, notFound: (id) => notFound({ id }) },
  }
}
