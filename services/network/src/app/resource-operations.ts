import type { Context } from '@nimbo/kernel/context'
import type { Kept, Selection } from '../db/collection.ts'
import type { Filters, Repository } from '../db/repository.ts'
import type { Scope } from '../db/row-queries.ts'
import type { ParentType, ResourceType } from '../domain/attribute.ts'
import type { Values } from './deps.ts'

/** A resource as the API and its policies see it. */
export type Resource = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly project_id: string
}

/** A resource that is to be made, with its parent. */
export interface Draft {
  readonly values: Values
  /** None where resources of that kind have none. */
  readonly parent: Values | undefined
  /** What policies judge: the values, with what they ask of the parent. */
  readonly target: Values
}

/** A page of a list, as asked for. */
export type Page = Pick<Selection, 'sort' | 'limit' | 'marker' | 'backwards' | 'fields'>

/**
 * What can be done with one kind of resource. Which of it the caller may do is decided before, by policy: each resource that is
 * found or made here carries what policies ask of its parent.
 */
export interface ResourceOperations {
  readonly type: ResourceType
  list(ctx: Context, filters: Filters, page: Page): Promise<readonly Resource[]>
  /** Undefined when there is none that the caller may know of. */
  get(ctx: Context, id: string): Promise<Resource | undefined>
  /** The same without what lies in other tables: all that policies and revisions are about. */
  getPlain(ctx: Context, id: string): Promise<Resource | undefined>
  /** Throws "not found" for items whose parent the caller may not know of. */
  draft(ctx: Context, items: readonly Values[]): Promise<readonly Draft[]>
  create(ctx: Context, drafts: readonly Draft[]): Promise<readonly Resource[]>
  update?(ctx: Context, resource: Resource, changes: Values): Promise<Resource>
  /** Takes a plain resource. */
  delete(ctx: Context, resource: Resource): Promise<void>
  /** The failure for an id that names nothing the caller may know of. */
  notFound(id: string): Error
}

interface Parts<Item extends { readonly id: string }, Plain> {
  readonly type: ResourceType
  readonly repository: Repository<Item>
  readonly scopeOf: (ctx: Context) => Scope
  /** Where parents are found, of a kind that has them. */
  readonly parents?: {
    readonly repository: Repository<{ readonly id: string }>
    readonly notFound: (details: { id: string }) => Error
  }
  readonly beforeList?: (ctx: Context) => Promise<void>
  readonly create: (ctx: Context, drafts: readonly Draft[]) => Promise<readonly Item[]>
  readonly update?: (ctx: Context, resource: Item, changes: Values) => Promise<Item>
  readonly delete: (ctx: Context, resource: Plain) => Promise<void>
  readonly notFound: (details: { id: string }) => Error
}

/** What policies ask of a parent, by the names they ask it by. */
const factsOf = ({ facts }: ParentType, parent: Values): Values =>
  Object.fromEntries(Object.entries(facts).map(([fact, attribute]) => [fact, parent[attribute]]))

/** The same, as a resource carries it that belongs to that parent. */
const carriedFacts = (parent: ParentType | undefined, resource: Values): Values =>
  Object.fromEntries(Object.keys(parent?.facts ?? {}).map((fact) => [fact, resource[fact]]))

/** Folds the types of one kind of resource away, so that the API treats all kinds alike. */
export const resourceOperations = <Item extends { readonly id: string }, Plain>(
  parts: Parts<Item, Plain>,
): ResourceOperations => {
  const { type, repository, scopeOf, update } = parts
  const erased = (item: Item | Kept): Resource => item as unknown as Resource
  /** A resource of the same parent as one that carries what policies ask of it. */
  const besides = (item: Item, sibling: Values): Resource => ({
    ...erased(item),
    ...carriedFacts(type.parent, sibling),
  })
  return {
    type,
    list: async (ctx, filters, page) => {
      await parts.beforeList?.(ctx)
      return (await repository.list(scopeOf(ctx), filters, { ...page, withParent: true })).map(erased)
    },
    get: async (ctx, id) => {
      const found = await repository.get(scopeOf(ctx), id, { withParent: true })
      return found && erased(found)
    },
    getPlain: async (ctx, id) => {
      const found = await repository.kept(scopeOf(ctx), id)
      return found && erased(found)
    },
    draft: async (ctx, items) => {
      const { parents } = parts
      const { parent: kind } = type
      if (!parents || !kind) return items.map((values) => ({ values, parent: undefined, target: values }))
      const idOf = (values: Values): string => String(values[kind.attribute])
      const known = await parents.repository.keptById(scopeOf(ctx), items.map(idOf))
      return items.map((values) => {
        const parent = known.get(idOf(values))
        if (!parent) throw parents.notFound({ id: idOf(values) })
        return { values, parent, target: { ...values, ...factsOf(kind, parent) } }
      })
    },
    create: async (ctx, drafts) => {
      const made = await parts.create(ctx, drafts)
      return made.map((item, index) => besides(item, drafts[index]?.target ?? {}))
    },
    ...(update
      ? {
          update: async (ctx, resource, changes) =>
            besides(await update(ctx, resource as unknown as Item, changes), resource),
        }
      : {}),
    delete: (ctx, resource) => parts.delete(ctx, resource as unknown as Plain),
    notFound: (id) => parts.notFound({ id }),
  }
}
