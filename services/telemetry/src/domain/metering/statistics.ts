interface Measured {
  readonly timestamp: string
  readonly volume: number
  readonly unit: string
}

const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000

/** The statistics of the samples of one group and period, oldest first; there is at least one. */
const summary = (samples: readonly Measured[]) => {
  const volumes = samples.map(({ volume }) => volume)
  const sum = volumes.reduce((total, volume) => total + volume, 0)
  const first = samples[0]?.timestamp ?? ''
  const last = samples.at(-1)?.timestamp ?? first
  return {
    ...{ count: volumes.length, sum, avg: sum / volumes.length, unit: samples[0]?.unit ?? '' },
    min: volumes.reduce((least, volume) => Math.min(least, volume), Number.POSITIVE_INFINITY),
    max: volumes.reduce((most, volume) => Math.max(most, volume), Number.NEGATIVE_INFINITY),
    ...{ duration: seconds(first, last), duration_start: first, duration_end: last },
  }
}

/** Statistics of samples by period; without a period (0) of all together. */
export const statisticsOf = (samples: readonly Measured[], period: number) => {
  const sorted = [...samples].sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1))
  const begin = sorted[0]?.timestamp
  if (begin === undefined) return []
  const indexOf = ({ timestamp }: Measured) =>
    period === 0 ? 0 : Math.floor(seconds(begin, timestamp) / period)
  return [...Map.groupBy(sorted, indexOf)].map(([index, members]) => {
    const start = Date.parse(begin) + index * period * 1000
    const end = period === 0 ? Date.parse(sorted.at(-1)?.timestamp ?? begin) : start + period * 1000
    return {
      ...summary(members),
      period,
      period_start: new Date(start).toISOString(),
      period_end: new Date(end).toISOString(),
    }
  })
}
