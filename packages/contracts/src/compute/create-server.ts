import { exact, nullable, oneOf } from '@nimbo/operation/content'
import { before, changed, since } from '@nimbo/operation/windows'
import { type TSchema, Type } from 'typebox'
import {
  BooleanLike,
  Description,
  Fqdn,
  HostName,
  Hostname,
  IntegerLike,
  Metadata,
  Name,
  Tag,
  Uuid,
} from './words.ts'

const optional = Type.Optional
const text = (maxLength?: number) =>
  optional(nullable(Type.String(maxLength === undefined ? {} : { maxLength })))

/** The tag of a NIC or disk. Nova accepts tags since 2.32, but not for disks from 2.33 and for NICs from 2.37 to 2.41. */
const deviceTag = (forgotten: string) =>
  optional(Type.Union([since('2.42', Tag), since('2.32', before(forgotten, Tag))]))

const NetworkList = Type.Array(
  Type.Object(
    {
      uuid: optional(Type.String()),
      port: optional(nullable(Uuid)),
      fixed_ip: optional(Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })])),
      tag: deviceTag('2.37'),
    },
    exact,
  ),
)

const DeviceName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9._/-]*$' })

/** An entry of `block_device_mapping_v2`; images may contain such entries too. */
export const BlockDevice = Type.Object(
  {
    boot_index: optional(nullable(IntegerLike(-1))),
    source_type: optional(oneOf(['volume', 'image', 'snapshot', 'blank'])),
    destination_type: optional(oneOf(['volume', 'local'])),
    uuid: text(36),
    image_id: optional(Uuid),
    volume_id: optional(Uuid),
    snapshot_id: optional(Uuid),
    volume_size: optional(nullable(IntegerLike(1))),
    delete_on_termination: optional(BooleanLike),
    guest_format: text(255),
    device_name: optional(nullable(DeviceName)),
    disk_bus: text(),
    device_type: text(),
    no_device: optional(Type.Unknown()),
    // Accepted but ignored: the connection of a volume is determined anew.
    connection_info: text(),
    tag: deviceTag('2.33'),
    volume_type: optional(since('2.67', nullable(Type.String({ maxLength: 255 })))),
  },
  exact,
)

const LegacyBlockDevice = Type.Object(
  {
    virtual_name: text(255),
    connection_info: text(),
    volume_id: optional(Uuid),
    snapshot_id: optional(Uuid),
    volume_size: optional(IntegerLike(1)),
    device_name: optional(DeviceName),
    delete_on_termination: optional(BooleanLike),
    no_device: optional(Type.Unknown()),
  },
  exact,
)

/** Unknown hints are accepted, as in Nova. */
const SchedulerHints = Type.Object({
  group: optional(Uuid),
  different_host: optional(Type.Union([Uuid, Type.Array(Uuid)])),
  same_host: optional(Type.Union([Type.String(), Type.Array(Uuid)])),
  query: optional(Type.Union([Type.String(), Type.Object({})])),
  target_cell: optional(Name),
  different_cell: optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })]),
  ),
  build_near_host_ip: optional(
    Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })]),
  ),
  cidr: optional(Type.String({ pattern: '^/[0-9a-f.:]+$' })),
})

const bodyWith = <Networks extends TSchema>(networks: Networks) =>
  Type.Object(
    {
      server: Type.Object(
        {
          name: Name,
          flavorRef: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]),
          imageRef: optional(Type.Union([Uuid, Type.Literal('')])),
          adminPass: optional(Type.String()),
          metadata: optional(Metadata),
          networks,
          'OS-DCF:diskConfig': optional(oneOf(['AUTO', 'MANUAL'])),
          accessIPv4: optional(Type.String({ format: 'ipv4' })),
          accessIPv6: optional(Type.String({ format: 'ipv6' })),
          availability_zone: optional(nullable(Name)),
          block_device_mapping: optional(Type.Array(LegacyBlockDevice)),
          block_device_mapping_v2: optional(Type.Array(BlockDevice)),
          config_drive: optional(Type.Union([BooleanLike, Type.Literal(''), Type.Null()])),
          key_name: optional(nullable(Name)),
          min_count: optional(IntegerLike(1)),
          max_count: optional(IntegerLike(1)),
          return_reservation_id: optional(BooleanLike),
          security_groups: optional(
            Type.Array(Type.Object({ name: optional(Type.String({ minLength: 1, maxLength: 255 })) }, exact)),
          ),
          user_data: text(65_535),
          description: optional(since('2.19', Description)),
          tags: optional(since('2.52', Type.Array(Tag, { maxItems: 50 }))),
          personality: optional(
            before('2.57', Type.Array(Type.Object({ path: Type.String(), contents: Type.String() }, exact))),
          ),
          trusted_image_certificates: optional(
            since(
              '2.63',
              nullable(
                Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 50, uniqueItems: true }),
              ),
            ),
          ),
          host: optional(since('2.74', HostName)),
          hypervisor_hostname: optional(since('2.74', Name)),
          hostname: optional(Type.Union([since('2.94', Fqdn), since('2.90', before('2.94', Hostname))])),
        },
        exact,
      ),
      'os:scheduler_hints': optional(SchedulerHints),
      'OS-SCH-HNT:scheduler_hints': optional(SchedulerHints),
    },
    exact,
  )

/** The body of `POST /servers`. Networks are required since 2.37. */
export const CreateServerBody = changed(
  bodyWith(Type.Union([NetworkList, Type.Literal('none'), Type.Literal('auto')])),
  ['2.37', bodyWith(optional(NetworkList))],
)

/** A requested block device in any version. */
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
  readonly device_type?: string | null
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

/** A request for servers in its newest form, with what only older versions could request. */
export interface CreateServerRequest {
  readonly name: string
  readonly flavorRef: string | number
  readonly imageRef?: string
  readonly adminPass?: string
  readonly metadata?: Readonly<Record<string, string>>
  /** `available` (before 2.37, by default): the project's only network, or none. */
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
