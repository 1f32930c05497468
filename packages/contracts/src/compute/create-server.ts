import { type TSchema, Type } from 'typebox'
import {
  BooleanLike,
  Description,
  exact,
  Fqdn,
  Hostname,
  IntegerLike,
  Metadata,
  Name,
  Tag,
  Uuid,
} from './words.ts'

/** Which parts of `POST /servers` a microversion knows. */
export interface CreateServerParts {
  readonly description?: true
  readonly deviceTags?: true
  readonly networksRequired?: true
  readonly tags?: true
  readonly personality?: true
  readonly trustedCertificates?: true
  readonly volumeType?: true
  readonly destination?: true
  readonly hostname?: 'label' | 'fqdn'
}

const optional = Type.Optional
const when = <Properties extends Record<string, TSchema>>(
  known: unknown,
  properties: Properties,
): Partial<Properties> => (known ? properties : {})

const deviceTag = optional(Tag)

const networkList = (parts: CreateServerParts) =>
  Type.Array(
    Type.Object(
      {
        uuid: optional(Uuid),
        port: optional(Type.Union([Uuid, Type.Null()])),
        fixed_ip: optional(Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })])),
        ...when(parts.deviceTags, { tag: deviceTag }),
      },
      exact,
    ),
  )

const networks = (parts: CreateServerParts) =>
  parts.networksRequired
    ? Type.Union([networkList(parts), Type.Literal('none'), Type.Literal('auto')])
    : optional(networkList(parts))

const blockDevice = (parts: CreateServerParts) =>
  Type.Object(
    {
      boot_index: optional(Type.Union([IntegerLike(-1), Type.Null()])),
      source_type: optional(
        Type.Union(['volume', 'image', 'snapshot', 'blank'].map((word) => Type.Literal(word))),
      ),
      destination_type: optional(Type.Union([Type.Literal('volume'), Type.Literal('local')])),
      uuid: optional(Type.Union([Type.String({ maxLength: 36 }), Type.Null()])),
      image_id: optional(Uuid),
      volume_id: optional(Uuid),
      snapshot_id: optional(Uuid),
      volume_size: optional(Type.Union([IntegerLike(1), Type.Null()])),
      delete_on_termination: optional(BooleanLike),
      guest_format: optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
      device_name: optional(Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()])),
      disk_bus: optional(Type.Union([Type.String(), Type.Null()])),
      device_type: optional(Type.Union([Type.String(), Type.Null()])),
      no_device: optional(Type.Unknown()),
      ...when(parts.deviceTags, { tag: deviceTag }),
      ...when(parts.volumeType, {
        volume_type: optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
      }),
    },
    exact,
  )

const legacyBlockDevice = Type.Object({
  volume_id: optional(Uuid),
  snapshot_id: optional(Uuid),
  volume_size: optional(IntegerLike(1)),
  device_name: optional(Type.String({ minLength: 1, maxLength: 255 })),
  delete_on_termination: optional(BooleanLike),
  no_device: optional(Type.Unknown()),
})

const hostnameOf = { label: Hostname, fqdn: Fqdn }

/** Hints of the schedulers this cloud has no filter for are let through, as Nova does. */
const SchedulerHints = Type.Record(
  Type.String(),
  Type.Union([
    Type.String(),
    Type.Array(Type.String()),
    Type.Number(),
    Type.Boolean(),
    Type.Object({}),
    Type.Null(),
  ]),
)

/** The body of `POST /servers` of a microversion that knows `parts`. */
export const createServerBody = (parts: CreateServerParts) =>
  Type.Object(
    {
      server: Type.Object(
        {
          name: Name,
          flavorRef: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]),
          imageRef: optional(Type.String()),
          adminPass: optional(Type.String()),
          metadata: optional(Metadata),
          networks: networks(parts),
          'OS-DCF:diskConfig': optional(Type.Union([Type.Literal('AUTO'), Type.Literal('MANUAL')])),
          accessIPv4: optional(Type.Union([Type.String({ format: 'ipv4' }), Type.Literal('')])),
          accessIPv6: optional(Type.Union([Type.String({ format: 'ipv6' }), Type.Literal('')])),
          availability_zone: optional(Type.Union([Name, Type.Null()])),
          block_device_mapping: optional(Type.Array(legacyBlockDevice)),
          block_device_mapping_v2: optional(Type.Array(blockDevice(parts))),
          config_drive: optional(Type.Union([BooleanLike, Type.Literal(''), Type.Null()])),
          key_name: optional(Type.Union([Name, Type.Null()])),
          min_count: optional(IntegerLike(1)),
          max_count: optional(IntegerLike(1)),
          return_reservation_id: optional(BooleanLike),
          security_groups: optional(
            Type.Array(Type.Object({ name: optional(Type.String({ maxLength: 255 })) })),
          ),
          user_data: optional(Type.Union([Type.String({ maxLength: 65_535 }), Type.Null()])),
          ...when(parts.description, { description: optional(Description) }),
          ...when(parts.tags, { tags: optional(Type.Array(Tag, { maxItems: 50, uniqueItems: true })) }),
          ...when(parts.personality, {
            personality: optional(
              Type.Array(Type.Object({ path: Type.String(), contents: Type.String() }, exact)),
            ),
          }),
          ...when(parts.trustedCertificates, {
            trusted_image_certificates: optional(
              Type.Union([
                Type.Null(),
                Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 50, uniqueItems: true }),
              ]),
            ),
          }),
          ...when(parts.destination, { host: optional(Name), hypervisor_hostname: optional(Name) }),
          ...(parts.hostname ? { hostname: optional(hostnameOf[parts.hostname]) } : {}),
        },
        exact,
      ),
      'os:scheduler_hints': optional(SchedulerHints),
      'OS-SCH-HNT:scheduler_hints': optional(SchedulerHints),
    },
    exact,
  )

/** A block device as asked for, in whichever version. */
export interface BlockDeviceRequest {
  readonly boot_index?: number | string | null
  readonly source_type?: 'volume' | 'image' | 'snapshot' | 'blank'
  readonly destination_type?: 'volume' | 'local'
  readonly uuid?: string | null
  readonly image_id?: string
  readonly volume_id?: string
  readonly snapshot_id?: string
  readonly volume_size?: number | string | null
  readonly delete_on_termination?: boolean | string
  readonly guest_format?: string | null
  readonly disk_bus?: string | null
  readonly device_name?: string | null
  readonly no_device?: unknown
  readonly tag?: string
  readonly volume_type?: string | null
}

export interface NetworkRequest {
  readonly uuid?: string
  readonly port?: string | null
  readonly fixed_ip?: string
  readonly tag?: string
}

/** A request for servers in today's shape, with what only older versions could ask for besides. */
export interface CreateServerRequest {
  readonly name: string
  readonly flavorRef: string | number
  readonly imageRef?: string
  readonly adminPass?: string
  readonly metadata?: Readonly<Record<string, string>>
  /** `available` (before 2.37, when nothing is said): the project's one network, or none if it has none. */
  readonly networks: 'none' | 'auto' | 'available' | readonly NetworkRequest[]
  readonly 'OS-DCF:diskConfig'?: 'AUTO' | 'MANUAL'
  readonly accessIPv4?: string
  readonly accessIPv6?: string
  readonly availability_zone?: string | null
  readonly block_device_mapping?: readonly BlockDeviceRequest[]
  readonly block_device_mapping_v2?: readonly BlockDeviceRequest[]
  readonly config_drive?: boolean | string | null
  readonly key_name?: string | null
  readonly min_count?: number | string
  readonly max_count?: number | string
  readonly return_reservation_id?: boolean | string
  readonly security_groups?: readonly { readonly name?: string }[]
  readonly user_data?: string | null
  readonly description?: string | null
  readonly tags?: readonly string[]
  /** Until 2.56. */
  readonly personality?: readonly { readonly path: string; readonly contents: string }[]
  readonly trusted_image_certificates?: readonly string[] | null
  readonly host?: string
  readonly hypervisor_hostname?: string
  readonly hostname?: string
}

export type SchedulerHintsRequest = Readonly<Record<string, unknown>>
