import type { Context } from '@nimbo/kernel/context'
import type { Blueprint } from '../app/templates/blueprint.ts'
import { findType } from '../app/templates/find-type.ts'
import type { Resource } from '../db/resources.ts'
import type { Stack } from '../db/stacks.ts'
import type { Wish } from '../domain/wish.ts'
import type { ChildStack } from '../resource-type/child-stack.ts'
import type { Clients } from '../resource-type/clients.ts'
import type { Resolve } from '../resource-type/read-properties.ts'
import type { ResourceType } from '../resource-type/resource-type.ts'
import type { EngineDeps } from './deps.ts'

/** Work on one stack in this process: what is known of it, kept up with what is written. */
export interface Walk {
  readonly deps: EngineDeps
  readonly ctx: Context
  readonly stack: Stack
  readonly wish: Wish
  readonly blueprint: Blueprint
  readonly clients: Clients
  /** Holds values to custom constraints: of what a service knows by a name it gives the id. */
  readonly resolve: Resolve
  /** By id; those whose place another has taken among them. */
  readonly rows: Map<string, Resource>
  /** What types showed of resources, until these change. */
  readonly shown: Map<string, Promise<unknown>>
  /** Which resources, by their ids, have said since the walk began what of the cloud is theirs. */
  readonly taken: Map<string, string>
  /** When what is asked of the stack must be done. */
  readonly deadlineAt: number
  /** Fires when the process is to let go, or something newer was asked of the stack. */
  readonly ending: AbortSignal
  /** The stack that a resource is made of; undefined where it is gone. */
  childOf(id: string): Promise<ChildStack | undefined>
  /** Sections of the resource the stack stands for, where it lies within another. */
  readonly facade: Readonly<Record<string, unknown>>
}

/** The resource that has a name now: not one whose place another has taken. */
export const currentRow = (walk: Pick<Walk, 'rows'>, name: string): Resource | undefined => {
  let found: Resource | undefined
  for (const row of walk.rows.values()) if (row.name === name && row.replaced_by === null) found = row
  return found
}

/** The type of a resource as it was made: templates may have changed what its name stands for. */
export const typeOfRow = (
  { deps, blueprint }: Pick<Walk, 'deps' | 'blueprint'>,
  row: Resource,
): ResourceType => findType(deps.types, blueprint, row.type, row.name)
