/** The usage of servers. */
export interface ServerUsage {
  readonly instances: number
  readonly cores: number
  /** MiB. */
  readonly ram: number
}

export const noUsage: ServerUsage = { instances: 0, cores: 0, ram: 0 }
