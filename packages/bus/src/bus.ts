import type { Json } from '@nimbo/kernel/json'

/** The destination of a message: any server of a topic, or (with `server`) that one. */
export interface Target {
  readonly topic: string
  readonly server?: string
}

/** The destination of a notification: the publisher's exchange (`nova`), and a topic with priority (`notifications.info`). */
export interface NotificationTarget {
  readonly exchange: string
  readonly topic: string
}

/** Which notifications to receive. */
export interface NotificationSource {
  readonly exchanges: readonly string[]
  readonly topic: string
  /** Listeners of one pool share its messages, and each pool receives all. Without a pool the topic's own queue is used. */
  readonly pool?: string
}

export interface Delivery {
  /** An earlier delivery was started and not finished; its work may be done already. */
  readonly redelivered: boolean
}

/**
 * Handles one message; the result is the reply to a call, and ignored for a cast. The message is acknowledged when the promise
 * settles, so a handler may see a message twice. If it throws, a cast is redelivered some times; a `Rejection` is final.
 */
export type Handler = (message: Json, delivery: Delivery) => Promise<Json | undefined>

export interface Subscription {
  /** Stops receiving, and resolves when running handlers have finished. */
  close(): Promise<void>
}

/** The default timeout of calls. */
export const defaultResponseTimeoutMs = 60_000

export interface CallOptions {
  /** The timeout; the bus's default if absent. */
  readonly timeoutMs?: number | undefined
}

export interface ListenOptions {
  /** How many messages this listener handles concurrently (default 64); the rest wait in the queue. */
  readonly concurrency?: number
}

/**
 * Messages between parts of the cloud, addressed as in oslo.messaging: a topic is served by any number of servers, each of which
 * also has its own queue and receives fanouts. Messages are JSON and are copied even within a process: nothing is shared by
 * reference.
 */
export interface Bus {
  /**
   * Sends a message to one server and resolves to its reply. Rejects with `MessagingTimeout` when none came in time or the
   * server's heartbeats stopped, with `QueueFull`, `BrokerUnavailable`, or with `HandlerFailed` when the handler threw.
   */
  call(target: Target, message: Json, options?: CallOptions): Promise<Json | undefined>
  /**
   * Sends a message to one server without a reply; resolves once the bus has it, and it will be delivered at least once. Rejects
   * with `QueueFull` or `BrokerUnavailable`; in the latter case it may still arrive.
   */
  cast(target: Target, message: Json): Promise<void>
  /** Sends a message to every server that listens to the topic now, possibly none. */
  fanout(target: { readonly topic: string }, message: Json): Promise<void>
  /** Serves a topic; with `server` also messages to that server. Fanouts are received in both cases. */
  listen(target: Target, handler: Handler, options?: ListenOptions): Promise<Subscription>
  /**
   * Publishes a notification; resolves once the bus has it. From a pool's first subscription on it is kept for that pool until it
   * is received. Rejects like `cast`.
   */
  notify(target: NotificationTarget, message: Json): Promise<void>
  /** Receives notifications; each is delivered at least once to one subscriber of each pool. */
  subscribe(source: NotificationSource, handler: Handler, options?: ListenOptions): Promise<Subscription>
  /** Closes every subscription of this bus; sending fails afterwards. */
  close(): Promise<void>
  /** Resolves when no message is being handled, or queued for a listener. */
  idle(): Promise<void>
}
