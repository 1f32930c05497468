/** What every disk in use copies in a second. */
const slowestBytes = 16 * 1024 ** 2
/** Half an hour, and 24 days: Node fires a timer with a longer delay at once. */
const [leastMs, mostMs] = [1_800_000, 2 ** 31 - 1]

/** How long a program may take to copy a file of this size, in milliseconds, if it does not tell of its progress. */
export const copyTimeMs = (bytes: number): number =>
  Math.min(leastMs + Math.ceil(bytes / slowestBytes) * 1_000, mostMs)
