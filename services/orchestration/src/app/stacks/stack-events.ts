import type { StackEvent } from '../../db/events.ts'
import { listEvents } from '../../db/list-events.ts'
import { type Stack, type StackInTree, stacksOfTree } from '../../db/stacks.ts'
import type { HeatApp } from '../app.ts'

/** The events of a stack, oldest first. */
export const stackEvents = ({ db }: HeatApp, stack: Stack): Promise<readonly StackEvent[]> =>
  listEvents(db, { stackId: stack.id, rootId: stack.root_id, isNested: false })

/** A stack, and the stacks nested in it down to `depth` levels, by id; deleted ones too, since their events are kept. */
const subtree = (
  all: readonly StackInTree[],
  top: StackInTree,
  depth: number,
): ReadonlyMap<string, StackInTree> => {
  const found = new Map([[top.id, top]])
  const byParent = Map.groupBy(all, ({ parent_id }) => parent_id)
  // A map is iterated in the order of insertion, and also over what is inserted meanwhile.
  for (const stack of found.values())
    for (const child of stack.depth < top.depth + depth ? (byParent.get(stack.id) ?? []) : [])
      found.set(child.id, child)
  return found
}

/** The events of a stack and of its nested stacks down to `depth` levels, oldest first, each with its stack. */
export const eventsWithin = async (
  { db }: HeatApp,
  stack: Stack,
  depth: number,
): Promise<readonly { readonly event: StackEvent; readonly of: StackInTree }[]> => {
  const nested = depth > 0
  const stacks = subtree(nested ? await stacksOfTree(db, stack.root_id) : [], stack, depth)
  const events = await listEvents(db, { stackId: stack.id, rootId: stack.root_id, isNested: nested })
  return events.flatMap((event) => {
    const of = stacks.get(event.stack_id)
    return of === undefined ? [] : [{ event, of }]
  })
}
