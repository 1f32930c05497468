import { type Hop, hopKey } from './hop.ts'

/** A hop with its start time and its attempt. */
export interface PlacedHop {
  readonly hop: Hop
  readonly key: string
  /** Milliseconds since the request to create the server; negative for the hops of the login. */
  readonly at: number
  /** 2 for the second hop with the same line number, and so on. */
  readonly attempt: number
}

/** Line number of the request to create the server, from which times are counted. */
const requestForServer = 3

const startOf = ({ started_at }: Hop): number => Date.parse(started_at)

/** The hops in order, with times relative to the hop of `requestLine`. */
export const timelineOf = (hops: readonly Hop[], requestLine = requestForServer): readonly PlacedHop[] => {
  const origin = startOf(hops.find(({ line }) => line === requestLine) ?? hops[0] ?? noHop)
  const walked = new Map<number, number>()
  return hops.map((hop) => {
    const attempt = (walked.get(hop.line) ?? 0) + 1
    walked.set(hop.line, attempt)
    return { hop, key: hopKey(hop), at: startOf(hop) - origin, attempt }
  })
}

const noHop: Hop = {
  ...{ line: 0, name: '', from: '', to: '', how: '', what: '', service: '' },
  ...{ started_at: '', duration_ms: 0, status: '', attributes: {} },
}

/** Longest pause between two hops in a replay, in recorded time: the login may be long before the request. */
const longestGapMs = 1_500

/** The time of each hop in a replay at full speed, in milliseconds from its start. */
export const replayTimes = (timeline: readonly PlacedHop[]): readonly number[] => {
  let now = 0
  let before: number | undefined
  return timeline.map(({ at }) => {
    if (before !== undefined) now += Math.min(Math.max(0, at - before), longestGapMs)
    before = at
    return now
  })
}
