import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { Step, StepOutput } from './step.ts'

/** A step with erased types, after the builder has checked them. */
export type ErasedStep = Step<object, StepOutput, object>

export interface FlowOptions {
  /** The maximum duration of the way forward (default one day); then the flow rolls back with `FlowDeadlineExceeded`. */
  readonly deadlineMs?: number
}

/** A flow with the dependencies of its steps, ready to run. */
export interface BoundFlow {
  readonly name: string
  readonly steps: readonly ErasedStep[]
  readonly deps: object
  readonly onDone: ((ctx: Context, state: object, deps: object) => Promise<unknown>) | undefined
  readonly onFailed:
    | ((ctx: Context, input: object, error: Fault, deps: object) => Promise<unknown>)
    | undefined
}

/** What is needed to start a flow. */
export interface FlowKind<Input extends object> {
  readonly name: string
  readonly deadlineMs: number
  /** Never present; ties the input's type to the flow. */
  readonly input?: Input
}

type Merged<State, Output> = Output extends object ? Omit<State, keyof Output> & Output : State

/**
 * A named list of steps, typed by what earlier steps yielded:
 *
 * ```ts
 * export const bootServer = flow<BootRequest>('boot-server').step(claimHost).step(bindPorts).onFailed(markError)
 * ```
 *
 * A step before one that yields what it needs does not compile. The name and the steps' names are stored with running flows:
 * renaming either leaves flows behind that no engine continues.
 */
export interface Flow<Input extends object, State extends object, Deps extends object>
  extends FlowKind<Input> {
  readonly steps: readonly ErasedStep[]
  /** Appends a step; its result is merged into the state of later steps. */
  readonly step: <Output extends StepOutput, StepDeps extends object>(
    next: Step<State, Output, StepDeps>,
  ) => Flow<Input, Merged<State, Output>, Deps & StepDeps>
  /** Called at the end of the way forward, at least once, while the flow is still active. */
  readonly onDone: <MoreDeps extends object = object>(
    conclude: (ctx: Context, state: State, deps: MoreDeps) => Promise<unknown>,
  ) => Flow<Input, State, Deps & MoreDeps>
  /** Called when everything is undone, at least once, with the error that caused the rollback. */
  readonly onFailed: <MoreDeps extends object = object>(
    conclude: (ctx: Context, input: Input, error: Fault, deps: MoreDeps) => Promise<unknown>,
  ) => Flow<Input, State, Deps & MoreDeps>
  /** Provides the steps' dependencies. */
  readonly with: (deps: Deps) => BoundFlow
}

const day = 86_400_000

/** Starts the definition of a flow. */
export const flow = <Input extends object>(
  name: string,
  { deadlineMs = day }: FlowOptions = {},
): Flow<Input, Input, object> =>
  build({ name, deadlineMs, steps: [], onDone: undefined, onFailed: undefined }) as unknown as Flow<
    Input,
    Input,
    object
  >

type Parts = Omit<BoundFlow, 'deps'> & { readonly deadlineMs: number }

const build = (parts: Parts): Flow<object, object, object> => ({
  name: parts.name,
  deadlineMs: parts.deadlineMs,
  steps: parts.steps,
  step: (next) => {
    if (parts.steps.some(({ name }) => name === next.name))
      throw new Error(`Flow ${parts.name} has two steps named ${next.name}`)
    return build({ ...parts, steps: [...parts.steps, next as unknown as ErasedStep] }) as never
  },
  onDone: (onDone) => build({ ...parts, onDone: onDone as BoundFlow['onDone'] }) as never,
  onFailed: (onFailed) => build({ ...parts, onFailed: onFailed as BoundFlow['onFailed'] }) as never,
  with: (deps) => ({
    name: parts.name,
    steps: parts.steps,
    deps,
    onDone: parts.onDone,
    onFailed: parts.onFailed,
  }),
})
