import type { FlowKind } from '@nimbo/durable/flow'

/** Work on a stack: what was asked of it last, known by the traversal. */
export interface Carry {
  readonly stackId: string
  readonly traversal: string
}

/** Stacks have times of their own; this is longer than any. */
const longest = 365 * 86_400_000

/** The flow that carries a stack on; its subject is the traversal, so that a newer one can be begun beside it. */
export const carrying: FlowKind<Carry> = { name: 'carry-stack', deadlineMs: longest }
