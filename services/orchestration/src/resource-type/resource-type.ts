import type { Json, JsonObject } from '@nimbo/kernel/json'
import type { ChildStack, ChildStep } from './child-stack.ts'
import type { Change, Handling, Standing } from './handling.ts'
import type { Properties, PropertyKind, Support, ValuesOf } from './property.ts'
import type { Clients, ServiceName } from './clients.ts'
import type { SignalOutcome } from './signals.ts'

/** What can be asked of a resource besides its reference. */
export interface Attribute<Values, Live> {
  readonly type?: PropertyKind
  readonly support?: Support
  /** From what `show` gave; without it, that one's field of the same name. `path` is what `get_attr` says after the name. */
  of?(live: Live, handling: Standing<Values>, path: readonly Json[]): unknown
}

/** A resource as its template has it, functions and all. */
export interface Drafted {
  readonly name: string
  readonly type: string
  readonly properties: JsonObject
}

/** What `create` made. */
export type Made = string | { readonly id: string; readonly data?: Readonly<Record<string, string>> }

/** How agents on a resource come to know what they are to configure. It stands in the resource's metadata. */
export interface Collecting<Values> {
  isUsed(values: Partial<Values>): boolean
  /** What they are told of where they fetch it. */
  config(data: Readonly<Record<string, string>>): JsonObject | undefined
  /** Writes it to where they fetch it, where that is no API of this service. */
  publish(clients: Clients, data: Readonly<Record<string, string>>, metadata: JsonObject): Promise<void>
}

interface Description<All extends Properties, Values, Live> {
  /** `OS::Neutron::Net`. */
  readonly type: string
  readonly support?: Support
  readonly properties: All
  /** It takes properties that it does not declare, and does nothing with them. */
  readonly anyProperty?: true
  /** Every update of the stack makes another, though nothing of it has changed. */
  readonly replacedByEveryUpdate?: true
  readonly attributes?: Readonly<Record<string, Attribute<Values, Live>>>
  /** The service whose objects these are, where it has such. */
  readonly client?: ServiceName
  /** Physical names are cut to so many characters; 255 without it. */
  readonly longestName?: number
  /** Of a type whose resources have agents that configure software. */
  readonly collecting?: Collecting<Values>
  /** What is wrong with properties that fit their schemas; those that no value is known for yet are absent. */
  validate?(values: Partial<Values>): readonly string[]
  /** Names of resources of the template that it needs though it does not name them: a port the subnets of its network. */
  needs?(own: Drafted, all: readonly Drafted[]): readonly string[]
}

/**
 * What it takes to make one and to take it away. Every handler may run twice, since a process may die in it: what is done already
 * is a success. An `is…` handler answers false until it is so, and throws when it will not be.
 */
export interface Making<Values, Live> {
  create(handling: Handling<Values>): Promise<Made>
  isCreated?(handling: Standing<Values>): Promise<boolean>
  /** A 404 from a service is success. */
  delete(handling: Standing<Values>): Promise<void>
  /** Without it: `show` answers 404. */
  isDeleted?(handling: Standing<Values>): Promise<boolean>
  /** The object as its service shows it: the attribute `show`, and what others are read from. */
  show?(handling: Standing<Values>): Promise<Live>
  /** What others refer to it by; its physical id without it. */
  refId?(handling: Standing<Values>): string
}

interface Changing<Values, Live> {
  update?(handling: Standing<Values>, change: Change<Values>): Promise<void>
  isUpdated?(handling: Standing<Values>, change: Change<Values>): Promise<boolean>
  /** Whether a change that could be made in place needs a new one after all. */
  needsReplacement?(values: Partial<Values>, change: Change<Values>): boolean
  /** Whether one that failed can be kept and updated; without it it is replaced. */
  isUsable?(handling: Standing<Values>): Promise<boolean>
  /** What of its properties can be read from the object, for an update that is to repair drift. */
  observed?(live: Live): Partial<Values>
  /** Throws where the object is not as it should be; without it, being there is enough. */
  check?(handling: Standing<Values>): Promise<void>
}

interface Resting<Values> {
  suspend?(handling: Standing<Values>): Promise<void>
  isSuspended?(handling: Standing<Values>): Promise<boolean>
  resume?(handling: Standing<Values>): Promise<void>
  isResumed?(handling: Standing<Values>): Promise<boolean>
  /** Gives what `restore` and `deleteSnapshot` must know. */
  snapshot?(handling: Standing<Values>): Promise<Readonly<Record<string, string>>>
  isSnapshotted?(handling: Standing<Values>, data: Readonly<Record<string, string>>): Promise<boolean>
  deleteSnapshot?(handling: Standing<Values>, data: Readonly<Record<string, string>>): Promise<void>
  /** The properties that bring it back to the snapshot. */
  restore?(handling: Standing<Values>, data: Readonly<Record<string, string>>): Partial<Values>
}

interface Telling<Values> {
  /** Nothing waits any more for what was begun: time is up, or somebody had it stopped. */
  abort?(handling: Standing<Values>): Promise<void>
  signal?(handling: Standing<Values>, details: JsonObject): Promise<SignalOutcome>
  /** What another resource of the stack asks of it. */
  order?(handling: Standing<Values>, order: JsonObject): Promise<SignalOutcome>
  /** An attribute that no schema names: `resource.0.first_address` of a group. */
  otherAttribute?(handling: Standing<Values>, name: string, path: readonly Json[]): Promise<unknown>
  /**
   * Of a resource that is a stack of its own: what that is to be next. The engine makes, updates, rests and deletes it; `create` and
   * `delete` are not called.
   */
  childStack?(handling: Handling<Values>, child: ChildStack | undefined): Promise<ChildStep>
}

export interface Declared<All extends Properties, Values, Live>
  extends Description<All, Values, Live>,
    Changing<Values, Live>,
    Resting<Values>,
    Telling<Values> {}

/** A type as the engine knows it: by what it declares, never by its name. */
export type ResourceType = Declared<Properties, Readonly<Record<string, unknown>>, unknown> &
  Making<Readonly<Record<string, unknown>>, unknown>

/**
 * Declares a type of resource; handlers get its properties typed by their declaration.
 *
 * ```ts
 * export const router = defineResourceType({
 *   type: 'OS::Neutron::Router',
 *   properties: { name: string({ update: 'in-place' }) },
 *   create: ({ properties, resource, clients }) => …,
 * })
 * ```
 */
export const defineResourceType = <All extends Properties, Live = unknown>(
  declared: Declared<All, ValuesOf<All>, Live> & Making<ValuesOf<All>, Live>,
): ResourceType =>
  // Whoever calls its handlers hands them the values that were read by its own declaration of properties.
  declared as object as ResourceType

const notMadeHere = async (): Promise<never> => {
  throw new Error('a resource that is a stack of its own is made by the engine')
}

/** Declares a type whose resources are stacks of their own. */
export const defineGroupType = <All extends Properties>(
  declared: Declared<All, ValuesOf<All>, ChildStack | undefined>,
): ResourceType =>
  defineResourceType<All, ChildStack | undefined>({
    ...declared,
    create: notMadeHere,
    delete: notMadeHere,
    show: async ({ child }) => child,
  })
