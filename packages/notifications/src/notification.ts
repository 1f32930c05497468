import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** How much a notification matters; the end of the topic it goes to. */
export const priorities = ['debug', 'info', 'warn', 'error', 'critical'] as const
export type Priority = (typeof priorities)[number]

/** The part of what is done that a notification is about; the end of its event type. */
export type Phase = 'start' | 'end' | 'error' | 'progress'

/** A payload that says what it is: `InstanceActionPayload` 1.9. */
export interface VersionedPayload<Fields extends TProperties = TProperties> {
  readonly name: string
  readonly version: `${number}.${number}`
  /** Whose names these are. */
  readonly namespace: string
  readonly fields: Fields
  /** How it travels, and how it stands in the fields of another. */
  readonly schema: TObject<NovaObjectOf<Fields>>
}

type NovaObjectOf<Fields extends TProperties> = {
  'nova_object.name': ReturnType<typeof Type.Literal<string>>
  'nova_object.namespace': ReturnType<typeof Type.Literal<string>>
  'nova_object.version': ReturnType<typeof Type.Literal<string>>
  'nova_object.data': TObject<Fields>
}

/** Declares a payload with a name and a version, as Nova's versioned notifications have it. */
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

/** A versioned payload with its fields filled in. */
export const filled = <Fields extends TProperties>(
  { name, namespace, version }: VersionedPayload<Fields>,
  data: Static<TObject<Fields>>,
) => ({
  'nova_object.name': name,
  'nova_object.namespace': namespace,
  'nova_object.version': version,
  'nova_object.data': data,
})

/** What a notification carries: fields as they are, or a payload that says its name and version. */
export type Payload = TSchema | VersionedPayload

/** What whoever tells it gives. */
export type DataOf<Carried extends Payload> =
  Carried extends VersionedPayload<infer Fields>
    ? Static<TObject<Fields>>
    : Carried extends TSchema
      ? Static<Carried>
      : never

/** Something the cloud tells the world. Plain data: services tell it, others know by it what they may hear. */
export interface Notification<Carried extends Payload = Payload, Phases extends Phase = Phase> {
  /** Without the phase: `instance.pause`. */
  readonly eventType: string
  /** Who tells it, without the host: `compute`, `nova-api`. */
  readonly publisher: string
  readonly priority: Priority
  /** None: it is told once, of something that has happened. */
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
 * Declares a notification, beside the contract of what it tells of:
 *
 * ```ts
 * export const pauseServer = notification('instance.pause', {
 *   publisher: 'nova-compute',
 *   phases: ['start', 'end'],
 *   payload: InstanceActionPayload,
 * })
 * ```
 * What goes wrong (`error`) has that priority; everything else is `info` unless told otherwise.
 */
export const notification = <const Carried extends Payload, const Phases extends Phase = never>(
  eventType: string,
  { publisher, payload, phases = [], priority = 'info' }: Settings<Carried, Phases>,
): Notification<Carried, Phases> => ({ eventType, publisher, priority, phases, payload })

/** What is declared, whatever its payload and phases. */
export type AnyNotification = Notification<Payload, Phase>

export type Format = 'versioned' | 'unversioned'

const isVersioned = (payload: Payload): payload is VersionedPayload =>
  'schema' in payload && 'namespace' in payload

export const formatOf = ({ payload }: Pick<AnyNotification, 'payload'>): Format =>
  isVersioned(payload) ? 'versioned' : 'unversioned'

/** The payload as it travels. */
export const schemaOf = ({ payload }: Pick<AnyNotification, 'payload'>): TSchema =>
  isVersioned(payload) ? payload.schema : payload

/** The data of a notification as they travel. */
export const wireOf = ({ payload }: Pick<AnyNotification, 'payload'>, data: unknown): unknown =>
  isVersioned(payload) ? filled(payload, data as never) : data

/** `instance.pause.start` */
export const eventTypeOf = ({ eventType }: Pick<AnyNotification, 'eventType'>, phase?: Phase): string =>
  phase === undefined ? eventType : `${eventType}.${phase}`

/** Every event type that a declaration stands for. */
export const eventTypesOf = (declared: AnyNotification): readonly string[] =>
  declared.phases.length === 0
    ? [declared.eventType]
    : declared.phases.map((phase) => eventTypeOf(declared, phase))
