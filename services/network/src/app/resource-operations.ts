import type { Context } from '@nimbo/kernel/context'
import type { Selection } from '../db/collection.ts'
import type { Filters, Repository, Scope } from '../db/repository.ts'
import type { ResourceType } from '../domain/attribute.ts'
import type { Values } from './deps.ts'

/** A resource as the API and its policies see it. */
export type Resource = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly project_id: string
}

/** A page of a list, as asked for. */
export type Page = Pick<Selection, 'sort' | 'limit' | 'marker' | 'backwards' | 'fields'>

/** What can be done with one kind of resource. Which of it the caller may do is decided before, by policy. */
export interface ResourceOperations {
  readonly type: ResourceType
  list(ctx: Context, filters: Filters, page: Page): Promise<readonly Resource[]>
  /** Undefined when there is none that the caller may know of. */
  get(ctx: Context, id: string): Promise<Resource | undefined>
  /** What policies judge: each resource with what they ask of its parents. */
  targets(resources: readonly Values[]): Promise<readonly Values[]>
  /** Throws "not found" for items whose parent the caller may not know of. */
  checkParents(ctx: Context, items: readonly Values[]): Promise<void>
  create(ctx: Context, items: readonly Values[]): Promise<readonly Resource[]>
  update?(ctx: Context, resource: Resource, changes: Values): Promise<Resource>
  delete(ctx: Context, resource: Resource): Promise<void>
  /** The failure for an id that names nothing the caller may know of. */
  notFound(id: string): Error
}

interface Parts<Item extends { readonly id: string }> {
  readonly type: ResourceType
  readonly repository: Repository<Item>
  readonly scopeOf: (ctx: Context) => Scope
  readonly targets?: (resources: readonly Values[]) => Promise<readonly Values[]>
  readonly parent?: {
    readonly attribute: string
    readonly repository: Repository<{ readonly id: string }>
    readonly notFound: (details: { id: string }) => Error
  }
  readonly beforeList?: (ctx: Context) => Promise<void>
  readonly create: (ctx: Context, items: readonly Values[]) => Promise<readonly Item[]>
  readonly update?: (ctx: Context, resource: Item, changes: Values) => Promise<Item>
  readonly delete: (ctx: Context, resource: Item) => Promise<void>
  readonly notFound: (details: { id: string }) => Error
}

/** Folds the types of one kind of resource away, so that the API treats all kinds alike. */
export const resourceOperations = <Item extends { readonly id: string }>(
  parts: Parts<Item>,
): ResourceOperations => {
  const { type, repository, scopeOf, update } = parts
  const erased = (item: Item): Resource => item as unknown as Resource
  const typed = (resource: Resource): Item => resource as unknown as Item
  return {
    type,
    list: async (ctx, filters, page) => {
      await parts.beforeList?.(ctx)
      return (await repository.list(scopeOf(ctx), filters, page)).map(erased)
    },
    get: async (ctx, id) => {
      const found = await repository.get(scopeOf(ctx), id)
      return found && erased(found)
    },
    targets: parts.targets ?? (async (resources) => resources),
    checkParents: async (ctx, items) => {
      const { parent } = parts
      if (!parent) return
      for (const id of new Set(items.map((item) => String(item[parent.attribute]))))
        if (!(await parent.repository.exists(scopeOf(ctx), id))) throw parent.notFound({ id })
    },
    create: async (ctx, items) => (await parts.create(ctx, items)).map(erased),
    ...(update
      ? { update: async (ctx, resource, changes) => erased(await update(ctx, typed(resource), changes)) }
      : {}),
    delete: (ctx, resource) => parts.delete(ctx, typed(resource)),
    notFound: (id) => parts.notFound({ id }),
  }
}
