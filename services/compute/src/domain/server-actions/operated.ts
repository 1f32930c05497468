import type { HostedInterface } from '@nimbo/contracts/compute-rpc/server-interface'

/** What a host says of a finished operation. */
export interface Operated {
  readonly powerState: number
  /** All interfaces as they are now, where the operation changed them. */
  readonly interfaces?: readonly HostedInterface[]
  /** The disk that was attached: where, and how it is reached. */
  readonly disk?: {
    readonly device: string
    readonly connectionInfo: Readonly<Record<string, unknown>>
  }
}
