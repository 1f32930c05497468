/** What servers take up. */
export interface ServerUsage {
  readonly instances: number
  readonly cores: number
  /** Mebibytes. */
  readonly ram: number
}

export const noUsage: ServerUsage = { instances: 0, cores: 0, ram: 0 }
