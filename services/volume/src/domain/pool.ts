/** A back end as the scheduler sees it. Sizes in gibibytes. */
export interface Pool {
  /** `host@backend` */
  readonly host: string
  readonly zone: string
  /** What types name by `volume_backend_name`; several back ends may have one name. */
  readonly backend: string
  readonly driver: string
  readonly totalGb: number
  readonly freeGb: number
  readonly thin: boolean
  /** How often a thin pool may promise what it has. */
  readonly overSubscription: number
  /** Percent of the whole that nobody gets. */
  readonly reservedPercentage: number
  /** Promised to volumes, whether written or not. */
  readonly provisionedGb: number
  readonly volumes: number
  /** What else its operator says that it can. */
  readonly further: Readonly<Record<string, string>>
  /** Expressions by which its operator says what it takes, and how gladly. */
  readonly filterFunction?: string | undefined
  readonly goodnessFunction?: string | undefined
  readonly enabled: boolean
  readonly up: boolean
}

/** What a pool can still promise: a thin one up to a multiple of what it has. */
export const roomOf = ({
  thin,
  totalGb,
  freeGb,
  overSubscription,
  provisionedGb,
  reservedPercentage,
}: Pool): number => {
  const usable = totalGb * (1 - reservedPercentage / 100)
  return thin ? usable * overSubscription - provisionedGb : freeGb - (totalGb - usable)
}

/** All that a pool says of itself, under the names by which types ask for it. */
export const capabilitiesOf = (pool: Pool): Readonly<Record<string, unknown>> => ({
  volume_backend_name: pool.backend,
  pool_name: pool.host.split('@')[1] ?? pool.host,
  driver_version: '1.0',
  storage_protocol: pool.driver,
  vendor_name: 'Nimbo',
  total_capacity_gb: pool.totalGb,
  free_capacity_gb: pool.freeGb,
  provisioned_capacity_gb: pool.provisionedGb,
  allocated_capacity_gb: pool.provisionedGb,
  total_volumes: pool.volumes,
  max_over_subscription_ratio: String(pool.overSubscription),
  thin_provisioning_support: pool.thin,
  thick_provisioning_support: !pool.thin,
  reserved_percentage: pool.reservedPercentage,
  location_info: `${pool.driver}:${pool.host}`,
  QoS_support: false,
  multiattach: true,
  replication_enabled: false,
  backend_state: pool.up ? 'up' : 'down',
  ...(pool.filterFunction === undefined ? {} : { filter_function: pool.filterFunction }),
  ...(pool.goodnessFunction === undefined ? {} : { goodness_function: pool.goodnessFunction }),
  ...pool.further,
})
