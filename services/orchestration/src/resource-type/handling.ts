import type { Clock } from '@nimbo/kernel/clock'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ChildStack } from './child-stack.ts'
import type { Clients } from './clients.ts'
import type { Signals } from './signals.ts'

/** The resource that is being handled. */
export interface HandledResource {
  readonly id: string
  /** In its template. */
  readonly name: string
  /** Of no other resource: `stack-resource-kzq3pw5xw2lm`; what is made is called so where the template gives no name. */
  readonly physicalName: string
  readonly metadata: JsonObject
  /** `update_policy` of its definition. */
  readonly updatePolicy?: JsonObject
  /** What the type's handlers have kept with it. */
  readonly data: Readonly<Record<string, string>>
}

export interface HandledStack {
  readonly id: string
  readonly name: string
  readonly projectId: string
}

/** The present step, which may have been begun before by a process that died in it. */
export interface Attempt {
  /** When it was first begun. */
  readonly startedAt: string
  /** Whether a run before this one may have done some of it. */
  readonly isRepeat: boolean
  /** Takes what a run before this one may have made; false where it is another resource's, for names need not be unique. */
  take(id: string): Promise<boolean>
}

/** Another resource of the same stack. */
export interface Peer {
  readonly name: string
  readonly type: string
  readonly physicalId: string | undefined
  /** As they were last given to its type. */
  readonly properties?: JsonObject
  readonly metadata: JsonObject
  readonly data: Readonly<Record<string, string>>
}

export interface Peers {
  byRefId(refId: string): Promise<Peer | undefined>
  byName(name: string): Promise<Peer | undefined>
}

/** What a handler is given. It waits for nothing: what takes time is asked for by `is…` handlers, again and again, until it is there. */
export interface Handling<Values> {
  readonly properties: Values
  readonly clients: Clients
  readonly resource: HandledResource
  readonly stack: HandledStack
  readonly attempt: Attempt
  readonly clock: Clock
  readonly peers: Peers
  readonly signals: Signals
  /** Of a type that declares one: its stack as it stands. */
  readonly child: ChildStack | undefined
  /** Keeps these values with the resource, at once; undefined removes one. */
  remember(data: Readonly<Record<string, string | undefined>>): Promise<void>
}

/** What a handler is given of a resource that has been made. */
export interface Standing<Values> extends Handling<Values> {
  /** Its physical id. */
  readonly id: string
}

/** What an update is to change. `properties` of the handling are those to come. */
export interface Change<Values> {
  readonly before: Values
  readonly changed: ReadonlySet<keyof Values & string>
}
