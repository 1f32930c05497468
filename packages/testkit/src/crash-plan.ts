/** When, around the work of a span: before any of it, when its first message or statement is out, or when it is done. */
export const moments = ['before', 'in', 'after'] as const
export type Moment = (typeof moments)[number]

/**
 * `kill`: the process that does the work dies by SIGKILL. `hold`: the work waits until it is let go. `fail`: it throws.
 * Work cannot be held or made to fail `in` itself.
 */
export type CrashAct = 'kill' | 'hold' | 'fail'

export interface SpanPlace {
  readonly name: string
  readonly service?: string
}

/** What is to happen once, at a place in the trace of one request, in whichever process comes there. */
export interface CrashPlan {
  readonly id: string
  readonly traceId: string
  /** Spans that begin one after another; it happens at the last. */
  readonly path: readonly [SpanPlace, ...SpanPlace[]]
  readonly moment: Moment
  readonly act: CrashAct
  /** For a kill `in` the work: which statement or message that goes out is the last (the first). */
  readonly output?: number
}

/** Who came to the place. */
export interface Reached {
  readonly pid: number
  readonly service: string
}

/** Variable of the environment that names the directory in which a process finds its plan. */
export const crashPointsVariable = 'NIMBO_CRASH_POINTS'

/** Files of that directory. */
export const crashFiles = (directory: string) => ({
  plan: `${directory}/plan.json`,
  /** Says that the path has been followed for so many spans. */
  passed: (id: string, step: number): string => `${directory}/${id}.passed-${step}`,
  reached: (id: string): string => `${directory}/${id}.reached`,
  go: (id: string): string => `${directory}/${id}.go`,
})
