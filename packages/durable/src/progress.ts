import { Fault } from '@nimbo/kernel/errors'
import type { Json, JsonObject } from '@nimbo/kernel/json'
import { errors } from './errors.ts'
import type { BoundFlow, ErasedStep } from './flow.ts'
import { type FlowProgress, type FlowRecord, instant } from './flow-record.ts'
import type { Park } from './park.ts'

/** The next task of a flow. */
export type Task =
  | {
      readonly kind: 'run'
      readonly step: ErasedStep
      readonly state: JsonObject
      readonly signal: Json | undefined
      readonly timedOut: boolean
    }
  | { readonly kind: 'undo'; readonly step: ErasedStep; readonly state: JsonObject }
  | { readonly kind: 'onDone'; readonly state: JsonObject }
  | { readonly kind: 'onFailed'; readonly error: Fault }
  | { readonly kind: 'turnBack'; readonly error: Fault }

/** The result of a task. `tookSignal`: the step received the oldest signal, which is removed. */
export type Outcome =
  | { readonly kind: 'finished'; readonly output: JsonObject; readonly tookSignal: boolean }
  | { readonly kind: 'parked'; readonly park: Park; readonly tookSignal: boolean }
  | { readonly kind: 'waitsOut' }
  | { readonly kind: 'turnedBack'; readonly error: Fault }
  | { readonly kind: 'undone' }
  | { readonly kind: 'concluded' }
  | { readonly kind: 'putOff'; readonly error: Fault }

/** How often an undo or conclusion is attempted before the flow continues without it. */
export const attemptsToConclude = 8

const pauseMs = (attempt: number): number => Math.min(1_000 * 2 ** attempt, 60_000)

/** The pause while something is unavailable; short, so that it is noticed soon when it is back. */
const outagePauseMs = (attempt: number): number => Math.min(250 * 2 ** attempt, 5_000)

/** The state before the step at `position`: the input and all results of earlier steps. */
const stateBefore = (flow: BoundFlow, { input, outputs }: FlowRecord, position: number): JsonObject =>
  Object.assign({}, input, ...flow.steps.slice(0, position).map(({ name }) => outputs[name]))

/** The input of the step at `position`: the state before it, with its choice if it is a choice point. */
const needsOf = (flow: BoundFlow, record: FlowRecord, position: number, step: ErasedStep): JsonObject => ({
  ...stateBefore(flow, record, position),
  ...record.choices[step.name],
})

const undoneOf = (flow: BoundFlow, record: FlowRecord, position: number, step: ErasedStep): JsonObject => ({
  ...needsOf(flow, record, position, step),
  ...record.outputs[step.name],
})

const storedError = ({ error }: FlowRecord): Fault =>
  new Fault(
    error ?? { code: 'InternalError', kind: 'internal', message: 'no error was recorded', details: {} },
  )

const isForward = ({ state }: FlowRecord): boolean => state === 'running' || state === 'parked'

/** The next task of a due flow. Depends on the record only, so any process gets the same. */
export const nextTask = (flow: BoundFlow, record: FlowRecord, now: number): Task => {
  const { position, parkedUntil, signals } = record
  const step = flow.steps[position]
  if (!isForward(record))
    return step === undefined
      ? { kind: 'onFailed', error: storedError(record) }
      : { kind: 'undo', step, state: undoneOf(flow, record, position, step) }

  if (record.cancelled !== null)
    return { kind: 'turnBack', error: errors.FlowCancelled({ reason: record.cancelled }) }
  if (step === undefined) return { kind: 'onDone', state: stateBefore(flow, record, position) }
  if (record.deadlineAt <= now) {
    const deadline = instant(record.deadlineAt)
    return { kind: 'turnBack', error: errors.FlowDeadlineExceeded({ flow: flow.name, deadline }) }
  }
  const signal = parkedUntil === null ? undefined : signals[0]
  if (parkedUntil === 'signal' && signal === undefined)
    return { kind: 'turnBack', error: errors.SignalTimeout({ step: step.name }) }
  const timedOut = parkedUntil === 'signal-or-time' && signal === undefined
  return { kind: 'run', step, state: needsOf(flow, record, position, step), signal, timedOut }
}

/** The state of a flow after a result. Pure, so that it can be applied again to a row that changed meanwhile. */
const progressBy = (flow: BoundFlow, record: FlowRecord, outcome: Outcome, now: number): FlowProgress => {
  switch (outcome.kind) {
    case 'finished':
      return finished(flow, record, outcome, now)
    case 'parked':
      return parked(record, outcome, now)
    case 'waitsOut':
      return waitingOut(record, now)
    case 'turnedBack':
      return turnedBack(flow, record, outcome.error, now)
    case 'undone':
      return undone(flow, record, now)
    case 'concluded':
      return concluded(flow, record, now)
    case 'putOff':
      return putOff(flow, record, outcome.error, now)
  }
}

/** The state of a flow after several results. */
export const progressByAll = (
  flow: BoundFlow,
  record: FlowRecord,
  outcomes: readonly Outcome[],
  now: number,
): FlowProgress => {
  let current = record
  for (const outcome of outcomes) current = { ...current, ...progressBy(flow, current, outcome, now) }
  return current
}

type OutcomeOf<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>

const signalsLeft = ({ signals }: FlowRecord, tookSignal: boolean): readonly Json[] =>
  tookSignal ? signals.slice(1) : signals

const finished = (
  flow: BoundFlow,
  record: FlowRecord,
  { output, tookSignal }: OutcomeOf<'finished'>,
  now: number,
): FlowProgress => {
  const name = flow.steps[record.position]?.name ?? ''
  const position = record.position + 1
  // Without `onDone` the last step ends the flow, unless it was cancelled meanwhile.
  const isEnd = position === flow.steps.length && flow.onDone === undefined && record.cancelled === null
  return {
    ...record,
    state: isEnd ? 'done' : 'running',
    outputs: { ...record.outputs, [name]: output },
    signals: signalsLeft(record, tookSignal),
    position,
    attempt: 0,
    parkedUntil: null,
    wakeAt: isEnd ? null : now,
  }
}

/** A signal or cancellation that arrived while the step ran wakes it at once. */
const parked = (record: FlowRecord, { park, tookSignal }: OutcomeOf<'parked'>, now: number): FlowProgress => {
  const signals = signalsLeft(record, tookSignal)
  const wanted = signals.length > 0 || record.cancelled !== null
  return {
    ...record,
    state: 'parked',
    signals,
    attempt: record.attempt + 1,
    parkedUntil: park.until,
    wakeAt: wanted ? now : Math.min(now + park.ms, Math.max(record.deadlineAt, now)),
  }
}

/** The signal that woke the step is kept for its next attempt, but does not shorten the pause; a cancellation does. */
const waitingOut = (record: FlowRecord, now: number): FlowProgress => {
  const pauseEndsAt = now + outagePauseMs(record.attempt)
  return {
    ...record,
    state: 'parked',
    attempt: record.attempt + 1,
    parkedUntil: 'time',
    wakeAt: record.cancelled === null ? Math.min(pauseEndsAt, Math.max(record.deadlineAt, now)) : now,
  }
}

/**
 * How far the flow may have come when its row says `position`: steps that are saved with the next one may have run, and the next
 * too, in a process that died before saving.
 */
const furthestOf = ({ steps }: BoundFlow, position: number): number => {
  const recorded = steps.findIndex((step, index) => index >= position && step.cheapToRepeat === undefined)
  return recorded === -1 ? steps.length - 1 : recorded
}

/** Rolling back starts with the step that may have failed half-way. Pending signals are dropped. */
const turnedBack = (flow: BoundFlow, record: FlowRecord, error: Fault, now: number): FlowProgress => {
  const cause = record.cancelled === null ? error : errors.FlowCancelled({ reason: record.cancelled })
  return {
    ...record,
    state: 'unwinding',
    position: furthestOf(flow, record.position),
    attempt: 0,
    error: cause.toJSON(),
    signals: [],
    parkedUntil: null,
    wakeAt: now,
  }
}

const without = <Value>(byStep: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(byStep).filter(([key]) => key !== name))

const mayChooseAgain = (record: FlowRecord, now: number): boolean =>
  record.cancelled === null && record.error?.code !== 'FlowDeadlineExceeded' && now < record.deadlineAt

/** An error in a choice function counts as no choice, so that the flow ends. */
const choiceOf = (flow: BoundFlow, record: FlowRecord, step: ErasedStep): object | undefined => {
  try {
    return step.again?.(storedError(record), undoneOf(flow, record, record.position, step))
  } catch {
    return undefined
  }
}

const undone = (flow: BoundFlow, record: FlowRecord, now: number): FlowProgress => {
  const { position } = record
  const step = flow.steps[position]
  if (step === undefined) return record
  const outputs = without(record.outputs, step.name)
  const next = mayChooseAgain(record, now) ? choiceOf(flow, record, step) : undefined
  if (next === undefined)
    return {
      ...record,
      outputs,
      choices: without(record.choices, step.name),
      position: position - 1,
      attempt: 0,
      wakeAt: now,
    }
  return {
    ...record,
    state: 'running',
    outputs,
    choices: { ...record.choices, [step.name]: { ...record.choices[step.name], ...next } },
    attempt: 0,
    error: null,
    signals: [],
    wakeAt: now,
  }
}

/** A cancellation during `onDone` counts, because the canceller was told that the flow rolls back. */
const concluded = (flow: BoundFlow, record: FlowRecord, now: number): FlowProgress => {
  if (isForward(record) && record.cancelled !== null)
    return turnedBack(flow, record, errors.FlowCancelled({ reason: record.cancelled }), now)
  return { ...record, state: isForward(record) ? 'done' : 'failed', parkedUntil: null, wakeAt: null }
}

/**
 * Undos and conclusions are retried after a pause; after many attempts the flow continues without them, so that it ends. While
 * something is unavailable, they are retried until as much time has passed as the flow's deadline allows.
 */
const putOff = (flow: BoundFlow, record: FlowRecord, error: Fault, now: number): FlowProgress => {
  const attempt = record.attempt + 1
  if (error.kind === 'unavailable' && now < record.deadlineAt)
    return { ...record, attempt, wakeAt: now + outagePauseMs(record.attempt) }
  if (attempt < attemptsToConclude) return { ...record, attempt, wakeAt: now + pauseMs(record.attempt) }
  if (record.state === 'unwinding' && record.position >= 0)
    return { ...record, position: record.position - 1, attempt: 0, wakeAt: now }
  return { ...concluded(flow, record, now), error: record.error ?? error.toJSON() }
}
