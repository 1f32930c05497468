import { type Hop, hopKey } from './hop.ts'

/** A hop in its place: when it began, and whether it is walked again. */
export interface PlacedHop {
  readonly hop: Hop
  readonly key: string
  /** Milliseconds since the server was asked for; before it for the hops of the login. */
  readonly at: number
  /** 2 for a line that is walked a second time, and so on. */
  readonly attempt: number
}

/** The request for the server: all of its building is counted from there. */
const requestForServer = 3

const startOf = ({ started_at }: Hop): number => Date.parse(started_at)

/** The hops in their order, each with the time since the server was asked for. */
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

/** Longest that a replay waits between two hops, as the cloud's time goes: people log in long before they ask for a server. */
const longestGapMs = 1_500

/** When each hop comes in a replay at full speed, in milliseconds from its beginning. */
export const replayTimes = (timeline: readonly PlacedHop[]): readonly number[] => {
  let now = 0
  let before: number | undefined
  return timeline.map(({ at }) => {
    if (before !== undefined) now += Math.min(Math.max(0, at - before), longestGapMs)
    before = at
    return now
  })
}
