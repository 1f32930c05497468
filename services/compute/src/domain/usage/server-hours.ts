/** The period of a usage report; instants are ISO 8601 text. */
export interface Period {
  readonly start: string
  readonly stop: string
}

/** The lifetime of a server; without an end it still exists. */
export interface Lifetime {
  readonly launchedAt: string
  readonly terminatedAt: string | null
}

const hourMs = 3_600_000

const msBetween = (start: string, stop: string): number => Math.max(0, Date.parse(stop) - Date.parse(start))

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string, other: string): string => (one < other ? one : other)

/** The hours of a period during which a server existed. */
export const hoursWithin = ({ start, stop }: Period, { launchedAt, terminatedAt }: Lifetime): number =>
  msBetween(later(launchedAt, start), terminatedAt === null ? stop : earlier(terminatedAt, stop)) / hourMs

/** How many seconds a server has existed. */
export const uptimeSeconds = ({ launchedAt, terminatedAt }: Lifetime, now: string): number =>
  Math.floor(msBetween(launchedAt, terminatedAt ?? now) / 1000)
