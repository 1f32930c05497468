import type { ResourceTypeView } from '@nimbo/contracts/telemetry/metric/resource-types'
import { isoOf, parseInstant } from './instants.ts'
import { uuidOf } from './resource-id.ts'

export type AttributeDeclaration = ResourceTypeView['attributes'][string]

/** An attribute in stored form: booleans as text, so that every database compares them alike. */
export type Kept = string | number | null

const defaults: Readonly<Record<string, Partial<AttributeDeclaration>>> = {
  string: { min_length: 0, max_length: 255 },
  uuid: {},
  number: { min: null, max: null },
  bool: {},
  datetime: {},
}

/** Completes a declaration with the defaults of its type; undefined for an unknown type. */
export const declarationOf = (given: AttributeDeclaration): AttributeDeclaration | undefined => {
  const own = Object.hasOwn(defaults, given.type) ? defaults[given.type] : undefined
  if (own === undefined) return undefined
  const { type, required = true, min_length, max_length, min, max } = given
  if (type === 'string') return { type, required, min_length: min_length ?? 0, max_length: max_length ?? 255 }
  if (type === 'number') return { type, required, min: min ?? null, max: max ?? null }
  return { type, required }
}

const inRange = (value: number, min: number | null | undefined, max: number | null | undefined): boolean =>
  value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)

/** The stored form of a value; undefined when the declaration does not allow it. */
export const keptValue = (
  { type, min_length, max_length, min, max }: AttributeDeclaration,
  value: unknown,
): Kept | undefined => {
  switch (type) {
    case 'string':
      return typeof value === 'string' && inRange([...value].length, min_length, max_length)
        ? value
        : undefined
    case 'uuid':
      return typeof value === 'string' ? uuidOf(value) : undefined
    case 'number':
      return typeof value === 'number' && inRange(value, min, max) ? value : undefined
    case 'bool':
      return typeof value === 'boolean' ? String(value) : undefined
    case 'datetime': {
      const instant =
        typeof value === 'string' || typeof value === 'number' ? parseInstant(value, 0) : undefined
      return instant === undefined ? undefined : isoOf(instant)
    }
    default:
      return undefined
  }
}

/** A value as in replies. */
export const shownValue = ({ type }: AttributeDeclaration, value: Kept): unknown =>
  type === 'bool' && value !== null ? value === 'true' : value

const text = (max_length: number, required: boolean): AttributeDeclaration => ({
  type: 'string',
  required,
  min_length: 0,
  max_length,
})
const must = text(255, true)
const may = text(255, false)
const uuid: AttributeDeclaration = { type: 'uuid', required: true }
const maybeUuid: AttributeDeclaration = { type: 'uuid', required: false }
const instant: AttributeDeclaration = { type: 'datetime', required: false }

/** The types that every cloud has from the start: `generic`, and those of the resources that Ceilometer creates. */
export const defaultTypes: Readonly<Record<string, Readonly<Record<string, AttributeDeclaration>>>> = {
  generic: {},
  instance: {
    availability_zone: may,
    created_at: instant,
    deleted_at: instant,
    display_name: must,
    flavor_id: must,
    flavor_name: must,
    host: may,
    image_ref: may,
    launched_at: instant,
    server_group: may,
  },
  instance_network_interface: { instance_id: uuid, name: must },
  instance_disk: { instance_id: uuid, name: must },
  image: { container_format: may, disk_format: may, name: must },
  identity: {},
  ipmi: {},
  ipmi_sensor: { node: must },
  network: {},
  stack: {},
  ceph_account: {},
  swift_account: { storage_policy: may },
  volume: {
    display_name: may,
    image_id: maybeUuid,
    instance_id: maybeUuid,
    volume_type: may,
    volume_type_id: may,
  },
  volume_provider: {},
  volume_provider_pool: { provider: must },
  volume_service: { binary: may, host: may, status: may, zone: may },
  nova_compute: { host_name: must },
  host: { host_name: must },
  host_network_interface: { device_name: may, host_name: must },
  host_disk: { device_name: may, host_name: must },
  manila_share: { availability_zone: may, host: must, name: may, protocol: may, status: must },
  loadbalancer: { availability_zone: may, name: may, provider: may, vip_address: may },
  dns_zone: { email: may, pool_id: may, zone_name: may, zone_type: may },
}
