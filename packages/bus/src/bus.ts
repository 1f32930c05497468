import type { Json } from '@nimbo/kernel/json'

/** Where a message goes: any one server of a topic, or (with `server`) that one. */
export interface Target {
  readonly topic: string
  readonly server?: string
}

/** Where a notification goes: the exchange of whoever publishes it (`nova`), and a topic with its priority (`notifications.info`). */
export interface NotificationTarget {
  readonly exchange: string
  readonly topic: string
}

/** Which notifications to hear. */
export interface NotificationSource {
  readonly exchanges: readonly string[]
  readonly topic: string
  /** Listeners of one pool share its messages, each pool hears all of them; those without one are a pool of their own. */
  readonly pool?: string
}

export interface Delivery {
  /** An earlier delivery of this message was begun and not finished; the handler may have done its work already. */
  readonly redelivered: boolean
}

/**
 * Takes one message; what it resolves to answers a call and is dropped for a cast. The message is acknowledged when
 * the promise settles, so a handler must bear seeing a message twice. When it throws, a cast is delivered again, some
 * times; a `Rejection` is final.
 */
export type Handler = (message: Json, delivery: Delivery) => Promise<Json | undefined>

export interface Subscription {
  /** Takes no further message, and resolves when the handlers already begun have finished. */
  close(): Promise<void>
}

/** How long the answer to a call is waited for, where neither the call nor the bus says otherwise. */
export const defaultResponseTimeoutMs = 60_000

export interface CallOptions {
  /** Longest to wait for the answer; as long as the bus has it for all calls unless given. */
  readonly timeoutMs?: number | undefined
}

export interface ListenOptions {
  /** How many messages this listener handles at once (default 64); the rest wait in the queue. */
  readonly concurrency?: number
}

/**
 * Messages between the parts of the cloud, with the addressing of oslo.messaging: a topic is served by any number of
 * servers, each of which also has a queue of its own and hears what is fanned out.
 *
 * Messages are JSON and are copied even when they stay in the process: nothing is shared by reference.
 */
export interface Bus {
  /**
   * Sends a message to one server and resolves to its answer. Rejects with `MessagingTimeout` when none came in time
   * (or whoever worked on it shows no sign of life any more), with `QueueFull`, with `BrokerUnavailable`, or with
   * `HandlerFailed` when the handler threw.
   */
  call(target: Target, message: Json, options?: CallOptions): Promise<Json | undefined>
  /**
   * Hands a message over for one server; resolves once the bus has it, and it will be delivered at least once.
   * Rejects with `QueueFull` or `BrokerUnavailable`; in the latter case it may still arrive.
   */
  cast(target: Target, message: Json): Promise<void>
  /** Hands a message over for every server listening to the topic now; nobody listening is no error. */
  fanout(target: { readonly topic: string }, message: Json): Promise<void>
  /** Serves a topic; with `server` also the messages addressed to that server. Either way hears fanouts. */
  listen(target: Target, handler: Handler, options?: ListenOptions): Promise<Subscription>
  /**
   * Tells whoever cares; resolves once the bus has it. From the first subscription of a pool on it is kept for that pool
   * until it is heard. Rejects as `cast` does.
   */
  notify(target: NotificationTarget, message: Json): Promise<void>
  /** Hears notifications; each is delivered at least once to one subscriber of each pool. */
  subscribe(source: NotificationSource, handler: Handler, options?: ListenOptions): Promise<Subscription>
  /** Closes every subscription of this bus, then refuses to send. */
  close(): Promise<void>
  /** Resolves when no message is being handled, or queued for someone who listens. */
  idle(): Promise<void>
}
