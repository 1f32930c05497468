import type { Json, JsonObject } from '@nimbo/kernel/json'
import type { ChildStack, ChildStep } from './child-stack.ts'
import type { Change, Handling, Standing } from './handling.ts'
import type { Properties, PropertyKind, Support, ValuesOf } from './property.ts'
import type { Clients, ServiceName } from './clients.ts'
import type { SignalOutcome } from './signals.ts'

/** An attribute of a resource. */
export interface Attribute<Values, Live> {
  readonly type?: PropertyKind
  readonly support?: Support
  /**
   * Computes the value from the result of `show`; by default the field of the same name. `path` are the further arguments of
   * `get_attr`.
   */
  of?(live: Live, handling: Standing<Values>, path: readonly Json[]): unknown
}

/** A resource of a template with its functions unresolved. */
export interface Drafted {
  readonly name: string
  readonly type: string
  readonly properties: JsonObject
}

/** The result of `create`: the physical resource id, with data to store if given. */
export type Made =
  | string
  | {
      readonly id: string
      readonly data?: Readonly<Record<string, string>>
      /** Whether the service's reply showed that the object is complete; then `isCreated` is not called. */
      readonly isBuilt?: boolean
    }

/** How agents on a server fetch their software configuration. It is part of the resource's metadata. */
export interface Collecting<Values> {
  isUsed(values: Partial<Values>): boolean
  /** The agents' `os-collect-config` data: where they fetch their configuration. */
  config(data: Readonly<Record<string, string>>): JsonObject | undefined
  /** Writes the configuration to where agents fetch it, if that is not an API of this service. */
  publish(clients: Clients, data: Readonly<Record<string, string>>, metadata: JsonObject): Promise<void>
}

interface Description<All extends Properties, Values, Live> {
  /** The name of the type, such as `OS::Neutron::Net`. */
  readonly type: string
  readonly support?: Support
  readonly properties: All
  /** The type accepts undeclared properties and ignores them. */
  readonly anyProperty?: true
  /** Every update of the stack replaces the resource, even if nothing in its definition has changed. */
  readonly replacedByEveryUpdate?: true
  readonly attributes?: Readonly<Record<string, Attribute<Values, Live>>>
  /** The service of its objects, if it has any. */
  readonly client?: ServiceName
  /** The length that physical names are cut to; 255 by default. */
  readonly longestName?: number
  /** For types whose resources have agents that configure software. */
  readonly collecting?: Collecting<Values>
  /** Returns what is wrong with properties that are valid by their schemas; those without a known value yet are absent. */
  validate?(values: Partial<Values>): readonly string[]
  /** Names of resources that it implicitly depends on: a port on the subnets of its network. */
  needs?(own: Drafted, all: readonly Drafted[]): readonly string[]
}

/**
 * How a resource is created and deleted. Every handler must be idempotent, since a process may crash in it and the handler is
 * called again. An `is…` handler returns false until the step is complete, and throws when it has failed.
 */
export interface Making<Values, Live> {
  create(handling: Handling<Values>): Promise<Made>
  isCreated?(handling: Standing<Values>): Promise<boolean>
  /** A 404 of a service counts as success. */
  delete(handling: Standing<Values>): Promise<void>
  /** By default: `show` fails with 404. */
  isDeleted?(handling: Standing<Values>): Promise<boolean>
  /** Reads the object from its service: the attribute `show`, and the source of other attributes. */
  show?(handling: Standing<Values>): Promise<Live>
  /** The value of `get_resource`; by default the physical id. */
  refId?(handling: Standing<Values>): string
}

interface Changing<Values, Live> {
  update?(handling: Standing<Values>, change: Change<Values>): Promise<void>
  isUpdated?(handling: Standing<Values>, change: Change<Values>): Promise<boolean>
  /** Whether a change that is allowed in place requires a replacement after all. */
  needsReplacement?(values: Partial<Values>, change: Change<Values>): boolean
  /** Whether a FAILED resource can be kept and updated; without it, it is replaced. */
  isUsable?(handling: Standing<Values>): Promise<boolean>
  /** The properties that can be read from the object, for an update that is to converge. */
  observed?(live: Live): Partial<Values>
  /** Throws when the object is not in its proper state; by default it only has to exist. */
  check?(handling: Standing<Values>): Promise<void>
}

interface Resting<Values> {
  suspend?(handling: Standing<Values>): Promise<void>
  isSuspended?(handling: Standing<Values>): Promise<boolean>
  resume?(handling: Standing<Values>): Promise<void>
  isResumed?(handling: Standing<Values>): Promise<boolean>
  /** Creates a snapshot; resolves to the data for `restore` and `deleteSnapshot`. */
  snapshot?(handling: Standing<Values>): Promise<Readonly<Record<string, string>>>
  isSnapshotted?(handling: Standing<Values>, data: Readonly<Record<string, string>>): Promise<boolean>
  /** The resource may be gone by then. */
  deleteSnapshot?(
    handling: Pick<Standing<Values>, 'clients'>,
    data: Readonly<Record<string, string>>,
  ): Promise<void>
  /** The properties that restore the snapshot. */
  restore?(data: Readonly<Record<string, string>>): Partial<Values>
}

interface Notifying<Values> {
  /** Called when nothing waits for the resource any more: its action timed out or was cancelled. */
  abort?(handling: Standing<Values>): Promise<void>
  signal?(handling: Standing<Values>, details: JsonObject): Promise<SignalOutcome>
  /** Handles an order of another resource of the stack. */
  order?(handling: Standing<Values>, order: JsonObject): Promise<SignalOutcome>
  /** Resolves an attribute without a schema: `resource.0.first_address` of a group. */
  otherAttribute?(handling: Standing<Values>, name: string, path: readonly Json[]): Promise<unknown>
  /**
   * For types whose resources are nested stacks: the next state of that stack. The engine creates, updates, suspends and deletes
   * it; `create` and `delete` are not called.
   */
  childStack?(handling: Handling<Values>, child: ChildStack | undefined): Promise<ChildStep>
}

export interface Declared<All extends Properties, Values, Live>
  extends Description<All, Values, Live>,
    Changing<Values, Live>,
    Resting<Values>,
    Notifying<Values> {}

/** A type as the engine sees it: it depends on the declaration, never on the name. */
export type ResourceType = Declared<Properties, Readonly<Record<string, unknown>>, unknown> &
  Making<Readonly<Record<string, unknown>>, unknown>

/**
 * Declares a resource type; handlers get its properties typed by their declaration.
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
  // Callers pass handlers the values that were read by this type's own property schemas.
  declared as object as ResourceType

const notMadeHere = async (): Promise<never> => {
  throw new Error('a resource that is a stack of its own is made by the engine')
}

/** Declares a type whose resources are nested stacks. */
export const defineGroupType = <All extends Properties>(
  declared: Declared<All, ValuesOf<All>, ChildStack | undefined>,
): ResourceType =>
  defineResourceType<All, ChildStack | undefined>({
    ...declared,
    create: notMadeHere,
    delete: notMadeHere,
    show: async ({ child }) => child,
  })
