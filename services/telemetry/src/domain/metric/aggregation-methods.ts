/** Aggregates the values of one period, ordered by time; there is at least one. */
type Reduce = (values: readonly number[]) => number

const sum: Reduce = (values) => values.reduce((total, value) => total + value, 0)
const mean: Reduce = (values) => sum(values) / values.length

const variance: Reduce = (values) => {
  const middle = mean(values)
  return values.reduce((total, value) => total + (value - middle) ** 2, 0) / (values.length - 1)
}

/** Interpolates linearly between the two nearest values. */
const percentile =
  (share: number): Reduce =>
  (values) => {
    const sorted = [...values].sort((one, other) => one - other)
    const place = (share / 100) * (sorted.length - 1)
    const below = Math.floor(place)
    const low = sorted[below] ?? Number.NaN
    const high = sorted[Math.ceil(place)] ?? low
    return low + (high - low) * (place - below)
  }

const plain: Readonly<Record<string, Reduce>> = {
  mean,
  sum,
  min: (values) => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
  max: (values) => values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  std: (values) => Math.sqrt(variance(values)),
  var: variance,
  count: (values) => values.length,
  first: (values) => values[0] ?? Number.NaN,
  last: (values) => values.at(-1) ?? Number.NaN,
  median: percentile(50),
  nunique: (values) => new Set(values).size,
}

const percentiles = Array.from({ length: 99 }, (_, index) => `${index + 1}pct`)

/** The methods of archive policies; each also exists with `rate:`, for the differences between values. */
const kept = [
  'mean',
  'sum',
  'last',
  'max',
  'min',
  'std',
  'median',
  'first',
  'count',
  'nunique',
  ...percentiles,
]

export const archivable: readonly string[] = [...kept, ...kept.map((name) => `rate:${name}`)]

/** The methods of a policy that names none. */
export const usualMethods: readonly string[] = ['mean', 'min', 'max', 'sum', 'std', 'count']

const isRate = (method: string): boolean => method.startsWith('rate:')

/** The method without `rate:`. */
export const basisOf = (method: string): string => (isRate(method) ? method.slice('rate:'.length) : method)

export const splitRates = (methods: readonly string[]) => ({
  rates: methods.filter(isRate),
  others: methods.filter((method) => !isRate(method)),
})

/** The function of a method; undefined for an unknown name. */
export const reducerOf = (method: string): Reduce | undefined => {
  const basis = basisOf(method)
  const share = /^(\d{1,2})pct$/.exec(basis)
  if (share) return Number(share[1]) > 0 ? percentile(Number(share[1])) : undefined
  return Object.hasOwn(plain, basis) ? plain[basis] : undefined
}

/**
 * The methods that a policy selects: `*` is all, `-x` and `+x` change the default ones. Unknown names are returned separately.
 */
export const methodsNamed = (
  names: readonly string[],
): { readonly methods: readonly string[]; readonly unknown: readonly string[] } => {
  const unknown = names.filter((name) => name !== '*' && !archivable.includes(name.replace(/^[+-]/, '')))
  if (names.includes('*')) return { methods: archivable, unknown }
  const isChange = (name: string) => /^[+-]/.test(name)
  const chosen = new Set(names.every(isChange) ? usualMethods : names.filter((name) => !isChange(name)))
  for (const name of names) {
    if (name.startsWith('+')) chosen.add(name.slice(1))
    if (name.startsWith('-')) chosen.delete(name.slice(1))
  }
  return { methods: [...chosen], unknown }
}
