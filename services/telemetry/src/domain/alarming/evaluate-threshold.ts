import type { Comparison } from './alarm-rule.ts'
import type { State } from './alarm.ts'

/** The result of an evaluation, with its reason in the wording of Aodh's API. */
export interface Verdict {
  /** Undefined for no change. */
  readonly state: State | undefined
  readonly reason: string
  readonly data: Readonly<Record<string, unknown>>
}

export const compare = (operator: Comparison, left: number, right: number): boolean => {
  switch (operator) {
    case 'lt':
      return left < right
    case 'le':
      return left <= right
    case 'eq':
      return left === right
    case 'ne':
      return left !== right
    case 'ge':
      return left >= right
    case 'gt':
      return left > right
  }
}

interface Series {
  readonly values: readonly number[]
  readonly periods: number
  readonly operator: Comparison
  readonly threshold: number
}

/** Evaluates a threshold alarm from its last values and its previous state. */
export const judge = (before: State, { values, periods, operator, threshold }: Series): Verdict => {
  const last = values.slice(-periods)
  const recent = last.at(-1) ?? null
  if (last.length < periods || recent === null)
    return {
      state: 'insufficient data',
      reason: `${periods} datapoints are unknown`,
      data: { type: 'threshold', disposition: 'unknown', count: periods, most_recent: recent },
    }
  const outside = last.filter((value) => compare(operator, value, threshold)).length
  const mixed = outside > 0 && outside < last.length
  const bySide = compare(operator, recent, threshold)
  const state: State = (mixed ? bySide : outside > 0) ? 'alarm' : 'ok'
  const disposition = state === 'alarm' ? 'outside' : 'inside'
  const count = mixed ? (state === 'alarm' ? outside : last.length - outside) : last.length
  const verb = state === before ? 'Remaining as' : 'Transition to'
  return {
    state: mixed && before !== 'insufficient data' ? undefined : state,
    reason: `${verb} ${state} due to ${count} samples ${disposition} threshold, most recent: ${recent}`,
    data: { type: 'threshold', disposition, count, most_recent: recent },
  }
}

/** Combines states by `and` or `or`. `insufficient data` results only when the other states do not decide. */
export const joined = (join: 'and' | 'or', parts: readonly State[]): State => {
  const decisive = join === 'or' ? 'alarm' : 'ok'
  const other = join === 'or' ? 'ok' : 'alarm'
  if (parts.includes(decisive)) return decisive
  return parts.includes('insufficient data') ? 'insufficient data' : other
}
