import { randomUUID } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import { outsideLogScope } from '@nimbo/kernel/log-scope'
import type { Kysely } from 'kysely'
import type { BoundFlow } from './flow.ts'
import { type FlowCount, flowCounts } from './flow-counts.ts'
import { cancelFlows, type FlowRef, type FlowsOf, signalFlow } from './flow-inbox.ts'
import { endFormerLeases, type Leaseholder, renewLeases } from './flow-leases.ts'
import { type FlowObserver, noFlowObserver } from './flow-observer.ts'
import { countActive, dueFlows, nextDueAt } from './flow-queue.ts'
import { flowRunner } from './flow-runner.ts'
import type { FlowTables } from './flow-tables.ts'

export interface DurableEngineOptions<Tables extends FlowTables> {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly flows: readonly BoundFlow[]
  /**
   * This process's name, unique among running ones: leases of an earlier process with the same name are taken over at the start,
   * others when they expire.
   */
  readonly owner: string
  readonly log: Log
  /** Lease duration: how long a crashed process blocks its flows (default 30 s). */
  readonly leaseMs?: number
  /** Interval of polling for signals and wakes from other processes (default 5 s). */
  readonly pollMs?: number
  /** How many flows run concurrently (default 64). */
  readonly concurrency?: number
  /** How long `stop` waits for steps that ignore the abort signal (default 10 s); their leases then expire. */
  readonly stopMs?: number
  readonly observer?: FlowObserver
}

export interface DurableEngine {
  /** Starts running flows. */
  start(): Promise<void>
  /** Starts nothing more, aborts running steps, and resolves when none runs; their flows continue later. */
  stop(): Promise<void>
  /** Hints that a flow can continue, so that it does at once; a lost hint only delays it. */
  wake(id: FlowId): void
  /** Stores a signal for a flow; false when no such flow is going forward. */
  signal(flow: FlowRef, payload: Json): Promise<boolean>
  /** Cancels a flow: it rolls back at the next step boundary, at once while it sleeps. False when no such flow is active. */
  cancel(flow: FlowRef, reason: string): Promise<boolean>
  /** Cancels all flows of these names on a subject; false when none is active. */
  cancelAll(flows: FlowsOf, reason: string): Promise<boolean>
  /** Resolves when this process has nothing to run now; flows that sleep into the future do not count. */
  idle(): Promise<void>
  /** The number of unfinished flows of the names this engine knows, in any process. */
  active(): Promise<number>
  /** The unfinished flows of those names, counted by name and state, and how many are late or have no worker. */
  census(): Promise<readonly FlowCount[]>
}

/** Runs the flows of one database. Several engines, in one process or many, share the work. */
export const durableEngine = <Tables extends FlowTables>(
  options: DurableEngineOptions<Tables>,
): DurableEngine => new LeasingEngine({ ...options, db: options.db as unknown as Kysely<FlowTables> })

interface Driven {
  readonly abort: AbortController
  claimed: boolean
  ended: Promise<void>
}

class LeasingEngine implements DurableEngine {
  readonly #holder: Leaseholder
  readonly #names: readonly string[]
  readonly #run: ReturnType<typeof flowRunner>
  readonly #log: Log
  readonly #ownerPrefix: string
  readonly #pollMs: number
  readonly #stopMs: number
  readonly #concurrency: number
  readonly #driven = new Map<FlowId, Driven>()
  readonly #ready = new Set<FlowId>()
  #phase: 'new' | 'started' | 'stopping' = 'new'
  #sweeping: Promise<void> | undefined
  /** Whether more flows were due than one query returned. */
  #moreDue = false
  #alarm: { at: number; cancel: () => void } | undefined
  #cancelHeartbeat: (() => void) | undefined

  constructor(options: DurableEngineOptions<FlowTables>) {
    const { db, clock, owner, log, leaseMs = 30_000, observer = noFlowObserver } = options
    this.#ownerPrefix = `${owner}/`
    this.#holder = { db, clock, leaseMs, owner: this.#ownerPrefix + randomUUID() }
    this.#log = log
    this.#pollMs = options.pollMs ?? 5_000
    this.#stopMs = options.stopMs ?? 10_000
    this.#concurrency = options.concurrency ?? 64
    const flows = new Map(options.flows.map((flow) => [flow.name, flow]))
    this.#names = [...flows.keys()]
    this.#run = flowRunner({ holder: this.#holder, flows, observer, log })
  }

  async start(): Promise<void> {
    await endFormerLeases(this.#holder.db, this.#ownerPrefix)
    this.#phase = 'started'
    await this.#sweep()
  }

  async stop(): Promise<void> {
    this.#phase = 'stopping'
    this.#ready.clear()
    this.#alarm?.cancel()
    await this.#sweeping?.catch(() => {})
    const running = [...this.#driven.values()]
    for (const { abort } of running) abort.abort(new Error('the process stops'))
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const cancel = this.#holder.clock.after(this.#stopMs, resolve)
    await Promise.race([tooLong, Promise.all(running.map(({ ended }) => ended))])
    cancel()
    this.#cancelHeartbeat?.()
  }

  wake(id: FlowId): void {
    if (this.#phase !== 'started' || this.#names.length === 0) return
    this.#ready.add(id)
    // Flows started now outlive the current one, so they leave its log scope.
    outsideLogScope(() => this.#pump())
  }

  async signal(flow: FlowRef, payload: Json): Promise<boolean> {
    const id = await signalFlow(this.#holder.db, this.#holder.clock, flow, payload)
    if (id !== undefined) this.wake(id)
    return id !== undefined
  }

  cancel(flow: FlowRef, reason: string): Promise<boolean> {
    return this.#cancel(
      typeof flow === 'string' ? flow : { names: [flow.name], subject: flow.subject },
      reason,
    )
  }

  cancelAll(flows: FlowsOf, reason: string): Promise<boolean> {
    return this.#cancel(flows, reason)
  }

  async #cancel(flows: FlowId | FlowsOf, reason: string): Promise<boolean> {
    const ids = await cancelFlows(this.#holder.db, this.#holder.clock, flows, reason)
    for (const id of ids) {
      this.#driven.get(id)?.abort.abort(new Error(reason))
      this.wake(id)
    }
    return ids.length > 0
  }

  async idle(): Promise<void> {
    for (;;) {
      while (this.#driven.size > 0) await Promise.all([...this.#driven.values()].map(({ ended }) => ended))
      await this.#sweeping?.catch(() => {})
      await this.#sweep()
      if (this.#driven.size === 0 && this.#ready.size === 0) return
    }
  }

  async active(): Promise<number> {
    return this.#names.length === 0 ? 0 : countActive(this.#holder.db, this.#names)
  }

  async census(): Promise<readonly FlowCount[]> {
    const { db, clock } = this.#holder
    return this.#names.length === 0 ? [] : flowCounts(db, this.#names, clock.now())
  }

  /** Starts flows that are ready, up to the concurrency limit; running ones are checked again when they end. */
  #pump(): void {
    for (const id of this.#ready) {
      if (this.#driven.size >= this.#concurrency) return
      if (this.#driven.has(id)) continue
      this.#ready.delete(id)
      this.#drive(id)
    }
    if (this.#moreDue && this.#ready.size === 0) this.#sweepLater()
  }

  #drive(id: FlowId): void {
    const driven: Driven = { abort: new AbortController(), claimed: false, ended: Promise.resolve() }
    this.#driven.set(id, driven)
    driven.ended = this.#run(id, {
      aborted: driven.abort.signal,
      stopping: () => this.#phase === 'stopping',
      claimed: () => {
        driven.claimed = true
      },
    })
      .then(
        (wakeAt) => wakeAt !== undefined && this.#setAlarm(wakeAt),
        (error) =>
          this.#log.error(
            { flowId: id, error },
            'a flow could not be run; it continues when its lease expires',
          ),
      )
      .then(() => {
        this.#driven.delete(id)
        this.#pump()
      })
    this.#keepLeases()
  }

  /** Queries due flows and the time of the next one. Concurrent calls share one query. */
  #sweep(): Promise<void> {
    if (this.#phase !== 'started' || this.#names.length === 0) return Promise.resolve()
    this.#sweeping ??= this.#lookForDue().finally(() => {
      this.#sweeping = undefined
    })
    return this.#sweeping
  }

  #sweepLater(): void {
    this.#sweep().catch((error) => {
      this.#log.error({ error }, 'could not look for due flows')
      this.#setAlarm(this.#holder.clock.now() + this.#pollMs)
    })
  }

  async #lookForDue(): Promise<void> {
    const { db, clock, owner } = this.#holder
    const limit = this.#concurrency * 2
    const due = await dueFlows(db, this.#names, clock.now(), limit)
    this.#moreDue = due.length === limit
    for (const id of due) this.#ready.add(id)
    const next = await nextDueAt(db, this.#names, owner, clock.now())
    if (this.#phase !== 'started') return
    this.#pump()
    this.#setAlarm(Math.min(next ?? Number.POSITIVE_INFINITY, clock.now() + this.#pollMs))
  }

  /** Keeps the earliest timer; each query sets the next. */
  #setAlarm(at: number): void {
    if (this.#phase !== 'started' || (this.#alarm !== undefined && this.#alarm.at <= at)) return
    this.#alarm?.cancel()
    const { clock } = this.#holder
    const cancel = clock.after(Math.max(at - clock.now(), 1), () => {
      this.#alarm = undefined
      this.#sweepLater()
    })
    this.#alarm = { at, cancel }
  }

  /** While flows run, renews leases three times per lease duration. */
  #keepLeases(): void {
    if (this.#cancelHeartbeat !== undefined) return
    this.#cancelHeartbeat = this.#holder.clock.after(this.#holder.leaseMs / 3, async () => {
      await this.#renewLeases().catch((error) => this.#log.error({ error }, 'could not renew leases'))
      this.#cancelHeartbeat = undefined
      if (this.#driven.size > 0 && this.#phase !== 'stopping') this.#keepLeases()
    })
  }

  /** Aborts flows whose lease was lost, or that were cancelled by another process. */
  async #renewLeases(): Promise<void> {
    const before = [...this.#driven].filter(([, { claimed }]) => claimed)
    if (before.length === 0) return
    const ids = before.map(([id]) => id)
    const held = new Map((await renewLeases(this.#holder, ids)).map(({ id, cancelled }) => [id, cancelled]))
    for (const [id, { abort }] of before) {
      const cancelled = held.get(id)
      if (cancelled !== null) abort.abort(new Error(cancelled ?? 'the lease is lost'))
    }
  }
}
