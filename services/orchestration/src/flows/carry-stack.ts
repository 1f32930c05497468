import { flow } from '@nimbo/durable/flow'
import { retryIn } from '@nimbo/durable/park'
import { step, type StepControl } from '@nimbo/durable/step'
import type { Context } from '@nimbo/kernel/context'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import { sendToSinks } from '../app/send-to-sinks.ts'
import { findStack, holdStack, releaseStack, type Stack } from '../db/stacks.ts'
import { type Carry, carrying } from '../domain/carrying.ts'
import { abortStopped, conclude, concludeWith } from './conclude.ts'
import type { EngineDeps } from './deps.ts'
import { openWalk } from './open-walk.ts'
import type { GraphResult } from './run-graph.ts'
import type { Walk } from './walk.ts'
import { walkAtRest } from './walk-at-rest.ts'
import { walkAway, walkForward } from './walk-forward.ts'

/** The interval at which a process checks whether a newer action was requested for the stack it works on. */
const lookMs = 400
/** How long the flow of a stack sleeps while all of its resources wait, unless a signal wakes it. */
const restMs = 500

const isStill = (stack: Stack | undefined, traversal: string): stack is Stack =>
  stack !== undefined && stack.traversal === traversal && stack.status === 'IN_PROGRESS'

/** Aborts when work on a stack must end: the process stops, or a newer action was requested. */
const endingOf = ({ db, clock, log }: EngineDeps, { stackId, traversal }: Carry, aborted: AbortSignal) => {
  const outdated = new AbortController()
  let cancel = () => {}
  const look = async (): Promise<void> => {
    try {
      if (!isStill(await findStack(db, stackId), traversal)) return outdated.abort()
    } catch (error) {
      log.warn({ error, stackId }, 'could not check whether a newer action was requested for a stack')
    }
    if (!outdated.signal.aborted) cancel = clock.after(lookMs, () => void look())
  }
  cancel = clock.after(lookMs, () => void look())
  return {
    signal: AbortSignal.any([outdated.signal, aborted]),
    end: () => {
      cancel()
      outdated.abort()
    },
  }
}

const go = (walk: Walk): Promise<GraphResult> => {
  const { action } = walk.stack
  switch (action) {
    case 'CREATE':
    case 'UPDATE':
    case 'ADOPT':
    case 'ROLLBACK':
    case 'RESTORE':
      return walkForward(walk)
    case 'DELETE':
      return walkAway(walk, [...walk.rows.values()])
    case 'SUSPEND':
    case 'RESUME':
    case 'CHECK':
    case 'SNAPSHOT':
      return walkAtRest(walk, action)
  }
}

/**
 * Ends what this flow has left in progress, when another action was requested or this one cancelled while it slept. An error is
 * logged, since the next action must not wait for this flow for ever.
 */
const leave = async (deps: EngineDeps, ctx: Context, stack: Stack, traversal: string): Promise<void> => {
  try {
    const walk = await openWalk(deps, ctx, stack)
    await abortStopped({ ...walk, stack: { ...stack, traversal } }, stack)
  } catch (error) {
    if (isFault(error, 'DatabaseUnavailable')) throw error
    deps.log.warn(
      { error, stackId: stack.id },
      'what an interrupted action left of a stack could not be ended',
    )
  }
}

/** Processes a stack as far as possible without sleeping; true when the action has ended. */
const walkOnce = async (
  deps: EngineDeps,
  ctx: Context,
  carry: Carry,
  aborted: AbortSignal,
): Promise<boolean> => {
  const stack = await findStack(deps.db, carry.stackId)
  if (!isStill(stack, carry.traversal)) {
    if (stack) await leave(deps, ctx, stack, carry.traversal)
    return true
  }
  const ending = endingOf(deps, carry, aborted)
  try {
    const walk = await openWalk(deps, ctx, stack, ending.signal)
    const begin = async (flowId: Awaited<ReturnType<typeof conclude>>) => {
      if (flowId) deps.wake(flowId)
      return true
    }
    if (deps.clock.now() > walk.deadlineAt) return begin(await concludeWith(walk, 'Timed out'))
    let result: GraphResult
    try {
      result = await go(walk)
    } catch (error) {
      if (ending.signal.aborted) return false
      if (isFault(error, 'DatabaseUnavailable')) throw error
      deps.log.warn({ error, stackId: stack.id }, 'the resources of a stack could not be processed')
      return begin(await concludeWith(walk, messageOf(error)))
    }
    if (ending.signal.aborted) {
      const now = await findStack(deps.db, stack.id)
      if (isStill(now, carry.traversal)) return false
      if (now) await abortStopped(walk, now)
      return true
    }
    const failures = [...result.failed.values()]
    if (failures.length === 0 && result.waiting > 0) {
      await sendToSinks(walk.deps, walk.ctx, walk.stack, walk.blueprint.environment.eventSinks)
      return false
    }
    return begin(await conclude(walk, failures))
  } finally {
    ending.end()
  }
}

const walkStack = step<Carry, EngineDeps>()({
  name: 'walk',
  nothingToUndo:
    'what was made stands in the rows of the stack, for the next thing asked of it to begin from',
  waitsOut: () => true,
  run: async (ctx, carry, deps, control: StepControl) => {
    // The flow of the previous action releases the stack at its next step.
    if (!(await holdStack(deps.db, carry.stackId, control.flowId))) {
      const stack = await findStack(deps.db, carry.stackId)
      return isStill(stack, carry.traversal) ? retryIn(150) : undefined
    }
    if (!(await walkOnce(deps, ctx, carry, control.aborted))) return retryIn(restMs)
    await releaseStack(deps.db, carry.stackId, control.flowId)
    return undefined
  },
})

/** The flow that carries out the last requested action of a stack; any engine can continue it from the rows of the resources. */
export const carryStackFlow = flow<Carry>(carrying.name, { deadlineMs: carrying.deadlineMs }).step(walkStack)
