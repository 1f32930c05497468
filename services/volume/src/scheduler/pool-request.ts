/** The requirements of a volume for its pool. */
export interface PoolRequest {
  readonly volumeId: string
  readonly sizeGb: number
  readonly zone: string
  /** The only host allowed, for a copy of a volume there. */
  readonly onHost?: string | undefined
  readonly ignoreHosts: readonly string[]
  /** Extra specs of the type. */
  readonly extraSpecs: Readonly<Record<string, string>>
  /** Hosts of the volumes named by the hints `same_host` and `different_host`. */
  readonly sameHosts?: readonly string[] | undefined
  readonly differentHosts?: readonly string[] | undefined
  /** The host of the server named by the hint `local_to_instance`. */
  readonly nearHost?: string | undefined
  /** The hint `query`, as JSON. */
  readonly query?: string | undefined
}

/** Whether a host (`host@backend`) might have a pool for a volume, judged by its name only. */
export const mightSuit = (
  host: string,
  { onHost, ignoreHosts }: Pick<PoolRequest, 'onHost' | 'ignoreHosts'>,
): boolean => (onHost ?? host) === host && !ignoreHosts.includes(host)
