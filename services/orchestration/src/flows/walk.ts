import type { Context } from '@nimbo/kernel/context'
import { type Blueprint, blueprintOf } from '../app/templates/blueprint.ts'
import { findType } from '../app/templates/find-type.ts'
import type { Resource } from '../db/resources.ts'
import type { Stack } from '../db/stacks.ts'
import { findTemplate } from '../db/templates.ts'
import type { Wish } from '../domain/wish.ts'
import type { ChildStack } from '../resource-type/child-stack.ts'
import type { Clients } from '../resource-type/clients.ts'
import type { Resolve } from '../resource-type/read-properties.ts'
import type { ResourceType } from '../resource-type/resource-type.ts'
import type { EngineDeps } from './deps.ts'

/** One process's work on a stack: its data, kept up to date with what this process writes. */
export interface Walk {
  readonly deps: EngineDeps
  readonly ctx: Context
  readonly stack: Stack
  readonly wish: Wish
  readonly blueprint: Blueprint
  readonly clients: Clients
  /** Resolves values of custom constraints: the name of an entity becomes its id. */
  readonly resolve: Resolve
  /** By id, including replaced resources. */
  readonly rows: Map<string, Resource>
  /** The templates that resources were made from, besides the stack's current one, by id; undefined for one that is gone. */
  readonly former: Map<string, Promise<Blueprint | undefined>>
  /** Results of `show` by resource id, until the row changes. */
  readonly shown: Map<string, Promise<unknown>>
  /** Objects that resources have claimed since the walk began: physical id to resource id. */
  readonly taken: Map<string, string>
  /** The usual duration of each kind of step that many resources take, in milliseconds: see `waitFor`. */
  readonly usualMs: Map<string, number>
  /** The timeout of the action, in milliseconds since the epoch. */
  readonly deadlineAt: number
  /** Aborts when the process stops, or a newer action was requested for the stack. */
  readonly ending: AbortSignal
  /** The nested stack of a resource, by its id; undefined when it is deleted. */
  childOf(id: string): Promise<ChildStack | undefined>
  /** For a nested stack: metadata and policies of its resource in the parent. */
  readonly facade: Readonly<Record<string, unknown>>
}

/** The current resource of a name: one that is not replaced. */
export const currentRow = (walk: Pick<Walk, 'rows'>, name: string): Resource | undefined => {
  let found: Resource | undefined
  for (const row of walk.rows.values()) if (row.name === name && row.replaced_by === null) found = row
  return found
}

/** The type of a resource by the stack's current template. */
export const typeOfRow = (
  { deps, blueprint }: Pick<Walk, 'deps' | 'blueprint'>,
  row: Resource,
): ResourceType => findType(deps.types, blueprint, row.type, row.name)

/** The type of a resource by the template that it was made from: the current one may lack its file, or map its name to another. */
export const formerTypeOf = async (walk: Walk, row: Resource): Promise<ResourceType> => {
  const { deps, stack, blueprint, former } = walk
  if (row.template_id === stack.template_id) return typeOfRow(walk, row)
  const known = former.get(row.template_id) ?? readFormer(walk, row.template_id)
  former.set(row.template_id, known)
  return findType(deps.types, (await known) ?? blueprint, row.type, row.name)
}

const readFormer = async ({ deps, stack }: Walk, id: string): Promise<Blueprint | undefined> => {
  const stored = await findTemplate(deps.db, deps.sealing, id)
  return stored && blueprintOf(stored, stack, { strict: false })
}
