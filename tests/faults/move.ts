import type { FaultCloud } from './fault-cloud.ts'

/** An action asked of a server, and the statuses in which it may rest then. */
export interface Asked {
  readonly action: (flavorRef: string) => object
  readonly statuses: readonly string[]
  /** The status of the reply, where it is not 202. */
  readonly answers?: number
}

/** What is done to a server, and the places in which its process dies. */
export interface Move {
  readonly fault: string
  /** What is done to a new server before. */
  readonly before: readonly Asked[]
  readonly asked: Asked
  /** Spans of the work, in which its process dies. */
  readonly places: readonly string[]
  /** Brings about what the move is for, and gives what ends that when the server is at rest. */
  readonly since?: (cloud: FaultCloud, id: string) => Promise<() => Promise<void>>
}
