import type { CrashPlan } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import type { Setup } from './setup.ts'

/** The server and other things that a request is about. */
export interface Subject {
  /** The server's id. */
  readonly id: string
  readonly setup: Setup
  /** A larger flavor. */
  readonly flavorRef: string
  /** Ids of what was made for the request, by names that the move chooses. */
  readonly things: Readonly<Record<string, string>>
}

export interface Request {
  /** The API that receives the request; compute where absent. */
  readonly of?: 'compute' | 'volume'
  readonly method: 'post' | 'put' | 'delete'
  readonly path: string
  readonly body?: object
}

/** A request about a server, and the statuses in which the server may end: the first if the request was carried out. */
export interface Asked {
  readonly request: (of: Subject) => Request
  readonly statuses: readonly string[]
  /** The status of the reply, where it is not 202. */
  readonly answers?: number
}

/** What exists besides a plain server. */
export interface Beside {
  /** Numbers of volumes and ports that were attached to it later. */
  readonly volumes?: number
  readonly ports?: number
  /** Things that belong to no server, as lines of `holdings`. */
  readonly free?: readonly string[]
}

/** Nested spans; a process dies at the last. */
export type Place = CrashPlan['path']

/** An operation on a server, and the places at which a process dies. */
export interface Move {
  readonly fault: string
  /** Makes the other things that the requests name; returns their ids. */
  readonly makes?: (cloud: FaultCloud, of: Subject) => Promise<Readonly<Record<string, string>>>
  /** Whether the server boots from a volume, which is its only one. */
  readonly onVolume?: true
  /** Requests that prepare the new server. */
  readonly before: readonly Asked[]
  readonly asked: Asked
  readonly places: readonly Place[]
  /** Sets up a condition that the move needs; returns a function that ends it, or checks its result, when the server is at rest. */
  readonly since?: (cloud: FaultCloud, id: string) => Promise<() => Promise<void>>
  /** Whether the operation was carried out, asked at rest; needed where the server's status does not tell. */
  readonly isDone?: (cloud: FaultCloud, of: Subject) => Promise<boolean>
  /** What exists besides the server if the operation was carried out, and if not. */
  readonly done?: Beside
  readonly undone?: Beside
  /** Deletes what outlives the server. */
  readonly removes?: (cloud: FaultCloud, of: Subject) => Promise<void>
  /** Whether it runs in the embedded shape only, which has two back ends with volumes as files. */
  readonly onOneMachine?: true
  /** The `nova.conf` that the cloud needs, where it is not the default. */
  readonly novaConf?: string
}
