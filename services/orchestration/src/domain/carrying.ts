import type { FlowKind } from '@nimbo/durable/flow'

/** The input of a flow: a stack and the traversal that identifies its last requested action. */
export interface Carry {
  readonly stackId: string
  readonly traversal: string
}

/** Stacks have timeouts of their own; this one is longer than any. */
const longest = 365 * 86_400_000

/**
 * The kind of flow that processes a stack. Its subject is the traversal, so that the flow of a newer action can be written while
 * an older one runs.
 */
export const carrying: FlowKind<Carry> = { name: 'carry-stack', deadlineMs: longest }
