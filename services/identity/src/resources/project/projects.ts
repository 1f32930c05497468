import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import { type Stores, storesOf } from '../../db/stores.ts'
import type { Filter, Page } from '../../domain/listing.ts'
import type { Project } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { domainNamed } from '../domain/domain-named.ts'
import { type Changes, changed, found, refuseImmutable } from '../../app/found.ts'
import type { Revoke } from '../token/revoke.ts'

export interface NewProject {
  readonly name: string
  readonly domain_id: string
  readonly parent_id?: string | undefined
  readonly description?: string | undefined
  readonly enabled?: boolean | undefined
  readonly options?: JsonObject | undefined
  readonly tags?: readonly string[] | undefined
  readonly extra: JsonObject
}

export type ProjectChanges = Changes<Omit<NewProject, 'domain_id' | 'parent_id'>>

/** The four tag filters of project lists. */
export interface TagQuery {
  readonly all: readonly string[]
  readonly any: readonly string[]
  readonly notAll: readonly string[]
  readonly notAny: readonly string[]
}

const mostInTree = 10_000

/** The maximum depth of the project tree; the `strict_two_level` model allows only one level below a domain. */
const deepestIn = ({ DEFAULT, unified_limit }: Deps['config']): number =>
  unified_limit.enforcement_model === 'flat' ? DEFAULT.max_project_tree_depth : 1

const isMissing = (record: Project | undefined): record is undefined => !record || record.is_domain

export const createProjects = (
  { db, stores, config, notices }: Deps,
  affect: AffectTokens,
  revoke: Revoke,
) => {
  const deepest = deepestIn(config)

  const find = async (id: string): Promise<Project> => {
    const project = await stores.projects.find(id)
    return found(project, 'project', id)
  }

  const children = (id: string, within: Stores = stores): Promise<Project[]> =>
    within.projects.page([{ column: 'parent_id', comparison: 'equals', ignoreCase: false, value: id }], {
      limit: mostInTree,
    })

  /** The ancestors of a project, nearest first, without the domain. */
  const ancestors = async (project: Project): Promise<Project[]> => {
    const above: Project[] = []
    let { parent_id } = project
    while (parent_id !== null && above.length <= config.DEFAULT.max_project_tree_depth) {
      const parent = await stores.projects.find(parent_id)
      if (isMissing(parent)) break
      above.push(parent)
      parent_id = parent.parent_id
    }
    return above
  }

  /** All descendants, parents before children. */
  const descendants = async (id: string): Promise<Project[]> => {
    const below = await children(id)
    const deeper = await Promise.all(below.map((child) => descendants(child.id)))
    return [...below, ...deeper.flat()]
  }

  /** The parent of a new project; throws if it does not exist. */
  const above = async (id: string): Promise<Project> => {
    const parent = await stores.projects.find(id)
    if (!parent) throw errors.Invalid({ reason: `Could not find project: ${id}.` })
    return parent
  }

  const checkParent = async (parentId: string, domainId: string): Promise<void> => {
    const parent = await above(parentId)
    if ((parent.domain_id ?? parent.id) !== domainId)
      throw errors.Invalid({
        reason: `Cannot create project, the parent ${parentId} is not in domain ${domainId}.`,
      })
    if (!parent.enabled)
      throw errors.Forbidden({
        action: `cannot create a project in a branch containing a disabled project: ${parentId}`,
      })
    const depth = (await ancestors(parent)).length + (parent.is_domain ? 1 : 2)
    if (depth > deepest)
      throw errors.Forbidden({ action: `max hierarchy depth reached for ${parentId} branch` })
  }

  /**
   * Throws unless a project can be enabled or disabled as asked: all above an enabled one are enabled. A domain can be disabled
   * alone, since that disables everything in it.
   */
  const checkBranch = async (project: Project): Promise<void> => {
    const { id, domain_id, is_domain, enabled } = project
    if (is_domain) return
    if (!enabled) {
      if ((await descendants(id)).some((below) => below.enabled))
        throw errors.NotAllowed({
          reason: `Cannot disable project ${id} since its subtree contains enabled projects.`,
        })
      return
    }
    const domain = await stores.projects.find(domain_id ?? '')
    if ([...(await ancestors(project)), domain].some((over) => over?.enabled === false))
      throw errors.NotAllowed({ reason: `Cannot enable project ${id} since it has disabled parents` })
  }

  /** Disables a project and revokes its tokens; the project may also be a domain. */
  const disable = (
    ctx: Context,
    { id, is_domain }: Project,
    save: (inside: Stores) => Promise<void>,
  ): Promise<void> =>
    affect(is_domain ? { domainId: id } : { projectIds: [id] }, async (inside) => {
      await save(inside)
      await notices.told(inside, ctx, 'project', 'disabled', id)
      await revoke(is_domain ? { domainId: id } : { projectId: id }, inside)
    })

  /** Replaces a project's tags, and notifies of added and removed ones. */
  const replaceTags = async (
    inside: Stores,
    ctx: Context,
    id: string,
    names: readonly string[],
  ): Promise<void> => {
    const before = notices.on ? ((await inside.relations.tagsOf([id])).get(id) ?? []) : []
    await inside.relations.replaceTags(id, names)
    for (const tag of new Set(names))
      if (!before.includes(tag)) await notices.told(inside, ctx, 'project tag', 'created', tag)
    for (const tag of before)
      if (!names.includes(tag)) await notices.told(inside, ctx, 'project tag', 'deleted', tag)
  }

  const tree = async (id: string): Promise<string[]> => [
    ...(await descendants(id)).map((project) => project.id).reverse(),
    id,
  ]

  return {
    find,
    parent: above,
    ancestors,
    descendants,
    tags: stores.relations.tagsOf,

    create: async (ctx: Context, input: NewProject): Promise<Project> => {
      const { name, domain_id, parent_id = domain_id, tags = [] } = input
      const domain = await stores.projects.find(domain_id)
      if (!domain?.is_domain) throw errors.Invalid({ reason: `Could not find domain: ${domain_id}.` })
      await checkParent(parent_id, domain_id)
      const project: Project = {
        id: newHexId<never>(),
        name,
        domain_id,
        parent_id,
        is_domain: false,
        enabled: input.enabled ?? true,
        description: input.description ?? '',
        options: input.options ?? {},
        extra: input.extra,
      }
      await inTransaction(db, async (trx) => {
        const inside = storesOf(trx)
        if (!(await inside.projects.insert(project))) throw errors.DuplicateProject({ name, id: project.id })
        await notices.told(inside, ctx, 'project', 'created', project.id)
        await replaceTags(inside, ctx, project.id, tags)
      })
      return project
    },

    list: async (filters: readonly Filter[], page: Page, tags?: TagQuery): Promise<Project[]> => {
      const ids = tags && (await stores.relations.projectsTagged(tags))
      return stores.projects.page(filters, page, ids)
    },

    update: async (ctx: Context, id: string, { tags, ...changes }: ProjectChanges): Promise<Project> => {
      const project = await find(id)
      refuseImmutable('update', 'project', project, changes)
      const next = changed(project, {
        ...changes,
        extra: { ...project.extra, ...changes.extra },
        options: { ...project.options, ...changes.options },
      })
      if (next.name !== project.name) {
        const { name, domain_id, is_domain } = next
        const taken = is_domain
          ? await domainNamed(stores, name)
          : await stores.projects.findBy({ name, domain_id, is_domain })
        if (taken && taken.id !== id)
          throw is_domain ? errors.DuplicateDomain({ name }) : errors.DuplicateProject({ name, id })
      }
      if (next.enabled !== project.enabled) await checkBranch(next)
      const save = async (inside: Stores): Promise<void> => {
        await inside.projects.update(project, next)
        await notices.told(inside, ctx, 'project', 'updated', id)
        if (tags) await replaceTags(inside, ctx, id, tags)
      }
      if (project.enabled && !next.enabled) await disable(ctx, next, save)
      else await inTransaction(db, (trx) => save(storesOf(trx)))
      return next
    },

    /** Deletes a project, and with `cascade` its descendants. */
    remove: async (ctx: Context, id: string, { cascade = false } = {}): Promise<void> => {
      const project = await find(id)
      refuseImmutable('delete', 'project', project)
      if (!cascade && (await children(id)).length > 0)
        throw errors.NotAllowed({
          reason: `Cannot delete the project ${id} since it is not a leaf in the hierarchy. Use the cascade option if you want to delete a whole subtree.`,
        })
      const going = await tree(id)
      await affect({ projectIds: going }, async (inside) => {
        for (const each of going) {
          await inside.assignments.removeTarget(each)
          await inside.relations.forgetDefaultProject(each)
          await inside.projects.remove(each)
          await notices.told(inside, ctx, 'project', 'deleted', each)
        }
      })
    },

    setTags: async (ctx: Context, id: string, names: readonly string[]): Promise<readonly string[]> => {
      refuseImmutable('update', 'project', await find(id))
      await inTransaction(db, (trx) => replaceTags(storesOf(trx), ctx, id, names))
      return [...new Set(names)].sort()
    },

    addTag: async (ctx: Context, id: string, name: string): Promise<void> => {
      refuseImmutable('update', 'project', await find(id))
      await notices.unit(async (inside) => {
        if (await inside.relations.addTag(id, name))
          await notices.told(inside, ctx, 'project tag', 'created', name)
      })
    },

    /** Throws `NotFound` if the project does not have the tag. */
    removeTag: async (ctx: Context, id: string, name: string): Promise<void> => {
      refuseImmutable('update', 'project', await find(id))
      await notices.unit(async (inside) => {
        if (!(await inside.relations.removeTag(id, name)))
          throw errors.NotFound({ type: 'project tag', id: name })
        await notices.told(inside, ctx, 'project tag', 'deleted', name)
      })
    },
  }
}
