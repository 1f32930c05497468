/** What servers take up. */
export interface ServerUsage {
  readonly instances: number
  readonly cores: number
  /** Mebibytes. */
  readonly ram: number
}
