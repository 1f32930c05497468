/**
 * When something happens relative to the work of a span: before it, after its first message or statement was sent, or when it is
 * done.
 */
export const moments = ['before', 'in', 'after'] as const
export type Moment = (typeof moments)[number]

/**
 * `kill`: the process that does the work dies by SIGKILL. `hold`: the work waits until it is released. `fail`: it throws. `hold`
 * and `fail` are not possible for the moment `in`.
 */
export type CrashAct = 'kill' | 'hold' | 'fail'

export interface SpanPlace {
  readonly name: string
  readonly service?: string
}

/** What happens once at a place in the trace of one request, in whichever process reaches it. */
export interface CrashPlan {
  readonly id: string
  readonly traceId: string
  /** Spans that start one after another; the plan takes effect at the last one. */
  readonly path: readonly [SpanPlace, ...SpanPlace[]]
  readonly moment: Moment
  readonly act: CrashAct
  /** For `kill` with the moment `in`: the number of the message or statement after which the process dies (default 1). */
  readonly output?: number
}

/** The process that reached the place. */
export interface Reached {
  readonly pid: number
  readonly service: string
}

/** The environment variable with the directory in which a process finds the plan. */
export const crashPointsVariable = 'NIMBO_CRASH_POINTS'

/** The files of that directory. */
export const crashFiles = (directory: string) => ({
  plan: `${directory}/plan.json`,
  /** Exists when this many spans of the path have started. */
  passed: (id: string, step: number): string => `${directory}/${id}.passed-${step}`,
  reached: (id: string): string => `${directory}/${id}.reached`,
  go: (id: string): string => `${directory}/${id}.go`,
})
