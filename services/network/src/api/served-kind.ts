import { ruleOf } from '@nimbo/contracts/network/crud'
import type { Kind as LookUpKind } from '@nimbo/http/handle'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { type Changes, type Kind, type Of, parentParameter, type Plain } from '@nimbo/resource/describe/kind'
import type { Derived } from '@nimbo/resource/describe/view'
import type { Repository } from '@nimbo/resource/rows/repository'
import type { AsSeen, Facts } from '../app/as-seen.ts'
import type { Deps } from '../app/deps.ts'
import type { Draft } from '../app/draft.ts'
import type { Db } from '../tables.ts'

/** Makes the 404 for an id that does not exist, or not under this parent. */
type NotFound = (details: { readonly id: string; readonly parentId: string }) => Fault

/** Where the parents of a kind are found. */
export interface Parents<P> {
  byId(deps: Deps, ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, P>>
  readonly notFound: (details: { readonly id: string }) => Fault
}

/** One kind of resource as the API serves it: where it is kept, and its use cases. */
export interface ServedKind<K extends Kind, P = undefined> {
  readonly repository: Repository<K, Db>
  readonly notFound: NotFound
  readonly parents?: Parents<P>
  /** The id in the database, if a resource has another id there than in the path below its parent. */
  readonly idUnder?: (parentId: string, id: string) => string
  /** How resources appear to the caller; without it, they appear as they are stored. */
  readonly asSeen?: AsSeen
  beforeList?(deps: Deps, ctx: Context): Promise<void>
  /** Attributes that are computed from the others when a resource is shown. */
  derived?(deps: Deps): Derived<K>
  readonly create: (deps: Deps) => (ctx: Context, drafts: readonly Draft<K, P>[]) => Promise<readonly Of<K>[]>
  readonly update?: (deps: Deps) => (ctx: Context, resource: Of<K>, changes: Changes<K>) => Promise<Of<K>>
  readonly delete: (deps: Deps) => (ctx: Context, resource: Plain<K>) => Promise<void>
}

/** Finds parents in a repository. Callers find only those that they may see. */
export const parentsIn = <K extends Kind>(
  repository: Repository<K, Db>,
  notFound: Parents<unknown>['notFound'],
  asSeen?: AsSeen,
): Parents<Plain<K>> => ({
  byId: async (deps, ctx, ids) => {
    const known = await repository.plainById(deps.db, deps.callers.scopeOf(ctx), ids)
    if (!asSeen) return known
    const seen = await asSeen(deps, ctx, [...known.values()], false)
    return new Map([...known.keys()].map((id, index) => [id, seen[index] as Plain<K>]))
  },
  notFound,
})

/** The attributes of a parent that policy rules refer to, by the names in the rules. */
export const factsOfParent = ({ parent: described }: Kind, parent: Facts): Facts =>
  Object.fromEntries(
    Object.entries(described?.facts ?? {}).map(([fact, attribute]) => [fact, parent[attribute]]),
  )

/** The look-up of the parent that a path names; undefined for kinds without a parent. */
export const parentLookUp = <K extends Kind, P extends Facts | undefined>({
  repository: { kind },
  parents,
}: Pick<ServedKind<K, P>, 'repository' | 'parents'>): LookUpKind<Deps, Facts> | undefined => {
  const by = parentParameter(kind)
  const { parent } = kind
  if (by === undefined || !parent || !parents) return undefined
  return {
    by,
    find: async ({ app, ctx }, id) => {
      const found = (await parents.byId(app, ctx, [id])).get(id)
      if (!found) throw parents.notFound({ id })
      return found
    },
    facts: (found) => ({ ...found, ...factsOfParent(kind, found) }),
    knownBy: { rule: ruleOf('get', parent.kind), notFound: (id) => parents.notFound({ id }) },
  }
}

/** The look-up of the resource that a path names. Callers who may not see it get a 404. */
export const lookUpIn = <K extends Kind>(
  repository: Repository<K, Db>,
  notFound: NotFound,
  asSeen?: AsSeen,
): LookUpKind<Deps, Plain<K>> => {
  const { kind } = repository
  return {
    by: `${kind.name}_id`,
    find: async ({ app, ctx }, id) => {
      const found = await repository.plain(app.db, app.callers.scopeOf(ctx), id)
      if (!found) throw notFound({ id, parentId: '' })
      const [seen] = asSeen ? await asSeen(app, ctx, [found], true) : [found]
      return seen ?? found
    },
    facts: (found) => found,
    knownBy: { rule: ruleOf('get', kind), notFound: (id) => notFound({ id, parentId: '' }) },
  }
}

/** Like {@link lookUpIn}, but for kinds with a parent, finds the parent first, and then only resources that belong to it. */
export const lookUpOf = <K extends Kind, P extends Facts | undefined>(
  served: Pick<ServedKind<K, P>, 'repository' | 'notFound' | 'asSeen' | 'parents' | 'idUnder'>,
): LookUpKind<Deps, Plain<K>> => {
  const { repository, notFound, asSeen, idUnder = (_, id) => id } = served
  const alone = lookUpIn(repository, notFound, asSeen)
  const parent = parentLookUp(served)
  const { parent: described } = repository.kind
  if (!parent || !described) return alone
  return {
    ...alone,
    find: async (call, id) => {
      const parentId = call.params[parent.by ?? ''] ?? ''
      await parent.find(call, parentId)
      const found: (Plain<K> & Facts) | undefined = await repository.plain(
        call.app.db,
        'all',
        idUnder(parentId, id),
      )
      if (found?.[described.attribute] !== parentId) throw notFound({ id, parentId })
      return found
    },
  }
}
