/** From when to when something is counted; instants are ISO 8601 text. */
export interface Period {
  readonly start: string
  readonly stop: string
}

/** When a server lived; it lives on where there is no end. */
export interface Lifetime {
  readonly launchedAt: string
  readonly terminatedAt: string | null
}

const hourMs = 3_600_000

const msBetween = (start: string, stop: string): number => Math.max(0, Date.parse(stop) - Date.parse(start))

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string, other: string): string => (one < other ? one : other)

/** How many hours of a period a server lived. */
export const hoursWithin = ({ start, stop }: Period, { launchedAt, terminatedAt }: Lifetime): number =>
  msBetween(later(launchedAt, start), terminatedAt === null ? stop : earlier(terminatedAt, stop)) / hourMs

/** For how many seconds a server has lived, or did. */
export const uptimeSeconds = ({ launchedAt, terminatedAt }: Lifetime, now: string): number =>
  Math.floor(msBetween(launchedAt, terminatedAt ?? now) / 1000)
