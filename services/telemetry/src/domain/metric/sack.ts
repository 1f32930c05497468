/** In so many parts the metrics are divided whose measures wait. */
const sacks = 128

/** In which of them a metric is: ids are random, so all are about as full. */
export const sackOf = (metricId: string): number => Number.parseInt(metricId.slice(0, 8), 16) % sacks
