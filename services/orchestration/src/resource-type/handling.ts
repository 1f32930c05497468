import type { Clock } from '@nimbo/kernel/clock'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ChildStack } from './child-stack.ts'
import type { Clients } from './clients.ts'
import type { Signals } from './signals.ts'

/** The resource that a handler is called for. */
export interface HandledResource {
  readonly id: string
  /** Its name in the template. */
  readonly name: string
  /** A unique name such as `stack-resource-kzq3pw5xw2lm`; the default name of the object when the template gives none. */
  readonly physicalName: string
  /** Whether the engine is creating, updating or otherwise changing it. */
  readonly isBusy: boolean
  readonly metadata: JsonObject
  /** The `update_policy` of its definition. */
  readonly updatePolicy?: JsonObject
  /** What handlers have stored by `remember`. */
  readonly data: Readonly<Record<string, string>>
}

export interface HandledStack {
  readonly id: string
  readonly name: string
  readonly projectId: string
}

/** The current step, which a crashed process may have begun before. */
export interface Attempt {
  /** When it was begun for the first time. */
  readonly startedAt: string
  /** Whether an earlier run may have done part of it. */
  readonly isRepeat: boolean
  /**
   * Claims an object that an earlier run may have created; false when it belongs to another resource, since names need not be
   * unique.
   */
  take(id: string): Promise<boolean>
  /**
   * The ids that `list` found before the creation was first requested: these objects are somebody else's. They are stored with the
   * resource before the request, so that a repeated step gets the same.
   */
  foundBefore(list: () => Promise<readonly string[]>): Promise<readonly string[]>
  /** Tells the engine the id of the created object, so that it is known if a later request of the same step fails. */
  made(id: string): void
}

/** Another resource of the same stack. */
export interface Peer {
  readonly name: string
  readonly type: string
  readonly physicalId: string | undefined
  /** The properties that its type got last. */
  readonly properties?: JsonObject
  readonly metadata: JsonObject
  readonly data: Readonly<Record<string, string>>
}

export interface Peers {
  byRefId(refId: string): Promise<Peer | undefined>
  byName(name: string): Promise<Peer | undefined>
}

/** The argument of handlers. They must not wait: the `is…` handlers are polled until a step is complete. */
export interface Handling<Values> {
  readonly properties: Values
  readonly clients: Clients
  readonly resource: HandledResource
  readonly stack: HandledStack
  readonly attempt: Attempt
  readonly clock: Clock
  readonly peers: Peers
  readonly signals: Signals
  /** The nested stack, for types that declare `childStack`. */
  readonly child: ChildStack | undefined
  /** Stores these values with the resource at once; undefined removes one. */
  remember(data: Readonly<Record<string, string | undefined>>): Promise<void>
}

/** The argument of handlers for a resource that has been created. */
export interface Standing<Values> extends Handling<Values> {
  /** The physical resource id. */
  readonly id: string
}

/** What an update changes; `properties` of the handling are the new ones. */
export interface Change<Values> {
  readonly before: Values
  readonly changed: ReadonlySet<keyof Values & string>
}
