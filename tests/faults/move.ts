import type { CrashPlan } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import type { Setup } from './setup.ts'

/** What a request is about. */
export interface Subject {
  /** The server's id. */
  readonly id: string
  readonly setup: Setup
  /** A larger flavor. */
  readonly flavorRef: string
  /** Ids of what was made for the request, by names of the work's own. */
  readonly things: Readonly<Record<string, string>>
}

export interface Request {
  /** The API that is asked; compute where absent. */
  readonly of?: 'compute' | 'volume'
  readonly method: 'post' | 'put' | 'delete'
  readonly path: string
  readonly body?: object
}

/** Something asked of a server, and the statuses in which it may rest then: the first when it is done. */
export interface Asked {
  readonly request: (of: Subject) => Request
  readonly statuses: readonly string[]
  /** The status of the reply, where it is not 202. */
  readonly answers?: number
}

/** What there is besides a plain server. */
export interface Beside {
  /** Numbers of volumes and ports that it has besides those that it was made with. */
  readonly volumes?: number
  readonly ports?: number
  /** What is there for no server, as lines of `holdings`. */
  readonly free?: readonly string[]
}

/** Spans that begin one after another; a process dies in the last. */
export type Place = CrashPlan['path']

/** What is done to a server, and the places in which a process dies. */
export interface Move {
  readonly fault: string
  /** Makes what the requests name besides the server; gives its ids. */
  readonly makes?: (cloud: FaultCloud, of: Subject) => Promise<Readonly<Record<string, string>>>
  /** Whether the server boots from a volume, which is its only one. */
  readonly onVolume?: true
  /** What is done to a new server before. */
  readonly before: readonly Asked[]
  readonly asked: Asked
  readonly places: readonly Place[]
  /** Brings about what the move is for, and gives what ends that when the server is at rest. */
  readonly since?: (cloud: FaultCloud, id: string) => Promise<() => Promise<void>>
  /** Whether it is done, once nothing is under way; where the server's status does not say. */
  readonly isDone?: (cloud: FaultCloud, of: Subject) => Promise<boolean>
  /** What there is besides the server when it is done, and when it is not. */
  readonly done?: Beside
  readonly undone?: Beside
  /** Takes away what outlives the server. */
  readonly removes?: (cloud: FaultCloud, of: Subject) => Promise<void>
  /** Whether it needs what only one machine has: two back ends whose volumes are files. */
  readonly onOneMachine?: true
  /** The cloud's `nova.conf`, where it is not the usual. */
  readonly novaConf?: string
}
