/** A back end as the scheduler sees it. Sizes in gibibytes. */
export interface Pool {
  /** `host@backend` */
  readonly host: string
  readonly zone: string
  readonly backend: string
  readonly driver: string
  readonly totalGb: number
  readonly freeGb: number
  readonly thin: boolean
  /** How often a thin pool may promise what it has. */
  readonly overSubscription: number
  /** Promised to volumes, whether written or not. */
  readonly provisionedGb: number
  readonly enabled: boolean
  readonly up: boolean
}

export interface PoolWish {
  readonly sizeGb: number
  readonly zone: string
  /** The only host that will do, for a copy of what lies there. */
  readonly onHost?: string | undefined
  readonly ignoreHosts: readonly string[]
  /** Extra specs of the type; `volume_backend_name` names the back end. */
  readonly extraSpecs: Readonly<Record<string, string>>
}

/** What a pool can still promise: a thin one up to a multiple of what it has. */
const roomOf = (
  pool: Pick<Pool, 'thin' | 'totalGb' | 'freeGb' | 'overSubscription' | 'provisionedGb'>,
): number => (pool.thin ? pool.totalGb * pool.overSubscription - pool.provisionedGb : pool.freeGb)

interface Filter {
  readonly name: string
  readonly passes: (pool: Pool, wish: PoolWish) => boolean
}

/** Hosts that are out of the question, whatever the operator has chosen to filter by. */
const always: readonly Filter[] = [
  { name: 'ServiceUp', passes: ({ enabled, up }) => enabled && up },
  { name: 'IgnoreAttemptedHosts', passes: ({ host }, { ignoreHosts }) => !ignoreHosts.includes(host) },
  { name: 'SameHost', passes: ({ host }, { onHost }) => onHost === undefined || host === onHost },
]

const chosen: readonly Filter[] = [
  { name: 'AvailabilityZoneFilter', passes: (pool, wish) => pool.zone === wish.zone },
  { name: 'CapacityFilter', passes: (pool, { sizeGb }) => roomOf(pool) >= sizeGb },
  {
    name: 'CapabilitiesFilter',
    passes: ({ backend }, { extraSpecs }) => (extraSpecs.volume_backend_name ?? backend) === backend,
  },
]

export type Choice = { readonly host: string } | { readonly refusedBy: string }

/** What `[DEFAULT] scheduler_default_filters` may name. */
export const filterNames: readonly string[] = chosen.map(({ name }) => name)

/** The pool with most room among those that pass every filter, or the filter that left none. */
export const choosePool = (
  pools: readonly Pool[],
  wish: PoolWish,
  names: readonly string[] = filterNames,
): Choice => {
  const named = names.flatMap((name) => chosen.filter((filter) => filter.name === name))
  let left = pools
  for (const { name, passes } of [...always, ...named]) {
    left = left.filter((pool) => passes(pool, wish))
    if (left.length === 0) return { refusedBy: name }
  }
  const [best] = [...left].sort((a, b) => roomOf(b) - roomOf(a) || a.host.localeCompare(b.host))
  return best ? { host: best.host } : { refusedBy: 'ServiceUp' }
}
