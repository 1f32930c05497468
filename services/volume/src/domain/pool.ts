/** A back end as the scheduler sees it. Sizes in gibibytes. */
export interface Pool {
  /** `host@backend` */
  readonly host: string
  readonly zone: string
  /** The `volume_backend_name` that types require; several back ends may share it. */
  readonly backend: string
  readonly driver: string
  readonly totalGb: number
  readonly freeGb: number
  readonly thin: boolean
  /** The factor by which a thin pool may be overcommitted. */
  readonly overSubscription: number
  /** Percent of the capacity that volumes must not use. */
  readonly reservedPercentage: number
  /** The total size of the volumes, including space not written yet. */
  readonly provisionedGb: number
  readonly volumes: number
  /** Further capabilities that the operator configured. */
  readonly further: Readonly<Record<string, string>>
  /** The operator's `filter_function` (whether the pool accepts a volume) and `goodness_function` (how well it suits). */
  readonly filterFunction?: string | undefined
  readonly goodnessFunction?: string | undefined
  readonly enabled: boolean
  readonly up: boolean
}

/** The capacity that a pool can still provision; with thin provisioning, a multiple of its real capacity. */
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

/** The capabilities of a pool, by the names that the extra specs of types use. */
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
