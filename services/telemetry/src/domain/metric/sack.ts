/** The number of sacks, into which metrics with waiting measures are divided. */
const sacks = 128

/** The sack of a metric: ids are random, so that all sacks are about equally full. */
export const sackOf = (metricId: string): number => Number.parseInt(metricId.slice(0, 8), 16) % sacks
