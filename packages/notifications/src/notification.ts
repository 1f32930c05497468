import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** The priority of a notification, which is the last part of its topic. */
export const priorities = ['debug', 'info', 'warn', 'error', 'critical'] as const
export type Priority = (typeof priorities)[number]

/** The phase of an action, which is the last part of the event type. */
export type Phase = 'start' | 'end' | 'error' | 'progress'

/** A payload with a name and version, such as `InstanceActionPayload` 1.9. */
export interface VersionedPayload<Fields extends TProperties = TProperties> {
  readonly name: string
  readonly version: `${number}.${number}`
  /** `nova_object.namespace`. */
  readonly namespace: string
  readonly fields: Fields
  /** The schema of the serialised payload, alone or nested in another payload. */
  readonly schema: TObject<NovaObjectOf<Fields>>
}

type NovaObjectOf<Fields extends TProperties> = {
  'nova_object.name': ReturnType<typeof Type.Literal<string>>
  'nova_object.namespace': ReturnType<typeof Type.Literal<string>>
  'nova_object.version': ReturnType<typeof Type.Literal<string>>
  'nova_object.data': TObject<Fields>
}

/** Declares a payload with a name and a version, as in Nova's versioned notifications. */
export const versionedPayload = <Fields extends TProperties>(
  name: string,
  version: `${number}.${number}`,
  fields: Fields,
  namespace = 'nova',
): VersionedPayload<Fields> => ({
  name,
  version,
  namespace,
  fields,
  schema: Type.Object(
    {
      'nova_object.name': Type.Literal(name),
      'nova_object.namespace': Type.Literal(namespace),
      'nova_object.version': Type.Literal(version),
      'nova_object.data': Type.Object(fields, { additionalProperties: false }),
    },
    { additionalProperties: false },
  ),
})

/** A versioned payload filled with data. */
export const filled = <Fields extends TProperties>(
  { name, namespace, version }: VersionedPayload<Fields>,
  data: Static<TObject<Fields>>,
) => ({
  'nova_object.name': name,
  'nova_object.namespace': namespace,
  'nova_object.version': version,
  'nova_object.data': data,
})

/** The payload of a notification: plain fields, or a versioned payload. */
export type Payload = TSchema | VersionedPayload

/** The data a sender provides for a payload. */
export type DataOf<Carried extends Payload> =
  Carried extends VersionedPayload<infer Fields>
    ? Static<TObject<Fields>>
    : Carried extends TSchema
      ? Static<Carried>
      : never

/** A declared notification. Plain data: services send it, and listeners see from it which event types there are. */
export interface Notification<Carried extends Payload = Payload, Phases extends Phase = Phase> {
  /** Without the phase, such as `instance.pause`. */
  readonly eventType: string
  /** The publisher without the host: `compute`, `nova-api`. */
  readonly publisher: string
  readonly priority: Priority
  /** Empty: it is sent once, after the event. */
  readonly phases: readonly Phases[]
  readonly payload: Carried
}

interface Settings<Carried extends Payload, Phases extends Phase> {
  readonly publisher: string
  readonly payload: Carried
  readonly phases?: readonly Phases[]
  readonly priority?: Priority
}

/**
 * Declares a notification, next to the contract of the resource it is about:
 *
 * ```ts
 * export const pauseServer = notification('instance.pause', {
 *   publisher: 'nova-compute',
 *   phases: ['start', 'end'],
 *   payload: InstanceActionPayload,
 * })
 * ```
 * The phase `error` has the priority `error`; all others are `info` unless `priority` is given.
 */
export const notification = <const Carried extends Payload, const Phases extends Phase = never>(
  eventType: string,
  { publisher, payload, phases = [], priority = 'info' }: Settings<Carried, Phases>,
): Notification<Carried, Phases> => ({ eventType, publisher, priority, phases, payload })

/** A notification with any payload and phases. */
export type AnyNotification = Notification<Payload, Phase>

export type Format = 'versioned' | 'unversioned'

const isVersioned = (payload: Payload): payload is VersionedPayload =>
  'schema' in payload && 'namespace' in payload

export const formatOf = ({ payload }: Pick<AnyNotification, 'payload'>): Format =>
  isVersioned(payload) ? 'versioned' : 'unversioned'

/** The schema of the serialised payload. */
export const schemaOf = ({ payload }: Pick<AnyNotification, 'payload'>): TSchema =>
  isVersioned(payload) ? payload.schema : payload

/** Serialises the data of a notification. */
export const wireOf = ({ payload }: Pick<AnyNotification, 'payload'>, data: unknown): unknown =>
  isVersioned(payload) ? filled(payload, data as never) : data

/** The event type with its phase, such as `instance.pause.start`. */
export const eventTypeOf = ({ eventType }: Pick<AnyNotification, 'eventType'>, phase?: Phase): string =>
  phase === undefined ? eventType : `${eventType}.${phase}`

/** Every event type of a declared notification. */
export const eventTypesOf = (declared: AnyNotification): readonly string[] =>
  declared.phases.length === 0
    ? [declared.eventType]
    : declared.phases.map((phase) => eventTypeOf(declared, phase))
