import { type Resource, resourcesOf } from '../../db/resources.ts'
import { childrenOf, type Stack } from '../../db/stacks.ts'
import type { HeatApp } from '../app.ts'

/** The resources of a stack, without replaced ones. */
export const stackResources = async ({ db }: HeatApp, stack: Stack): Promise<readonly Resource[]> =>
  (await resourcesOf(db, stack.id)).filter(({ replaced_by }) => replaced_by === null)

/** The nested stacks directly in a stack. */
export const stacksWithin = ({ db }: HeatApp, stack: Stack): Promise<readonly Stack[]> =>
  childrenOf(db, stack.id)
