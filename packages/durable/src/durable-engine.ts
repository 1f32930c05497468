import type { Clock } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import type { Kysely } from 'kysely'
import type { BoundFlow } from './flow.ts'
import type { FlowObserver } from './flow-observer.ts'
import type { FlowTables } from './flow-tables.ts'

export interface DurableEngineOptions<Tables extends FlowTables> {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly flows: readonly BoundFlow[]
  /**
   * This process' name, unique among the living: leases that a former process of the same name left are taken over at
   * the start, those of others when they lapse.
   */
  readonly owner: string
  readonly log: Log
  /** How long a crashed process keeps others from taking up its flows (default 30 s). */
  readonly leaseMs?: number
  /** How often to look for work that nobody told of: signals and wakes from other processes (default 5 s). */
  readonly pollMs?: number
  /** How many flows run at once (default 64). */
  readonly concurrency?: number
  readonly observer?: FlowObserver
}

/** A flow by its id, or the active one of a name that works on a subject. */
export type FlowRef = FlowId | { readonly name: string; readonly subject: string }

export interface DurableEngine {
  /** Begins to take up flows. */
  start(): Promise<void>
  /** Takes up nothing more, asks running steps to break off, and resolves when none runs; their flows go on elsewhere. */
  stop(): Promise<void>
  /** Tells that a flow can go on, so that it does at once; losing the call only delays it. */
  wake(id: FlowId): void
  /** Hands a payload to a flow, durably; false when no such flow is active. */
  signal(flow: FlowRef, payload: Json): Promise<boolean>
  /** Turns a flow back at the next step boundary, at once while it sleeps; false when no such flow is active. */
  cancel(flow: FlowRef, reason: string): Promise<boolean>
  /** Resolves when this process has nothing to run now; flows that sleep into the future do not count. */
  idle(): Promise<void>
  /** How many flows, of the names this engine knows, are not ended: running or asleep, here or elsewhere. */
  active(): Promise<number>
}
