import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { attribute, partlyGivenApart } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import { literal, refused, type ValueOf, type ValueType } from '@nimbo/resource/describe/value-type'
import {
  boolean,
  integer,
  listOf,
  objectOf,
  oneOf,
  optional,
  text,
  uuid,
} from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named, standard } from './standard.ts'

const most = 2_147_483_647

/** A sub-port with its segmentation. */
const subPort = objectOf({
  port_id: uuid,
  segmentation_type: text(),
  segmentation_id: integer(-most, most),
})

/** An inherited segmentation is the network's. */
const subPortRequest = objectOf({
  port_id: uuid,
  segmentation_type: optional(text()),
  segmentation_id: optional(integer(-most, most)),
})

export type SubPort = ValueOf<typeof subPort>
export type SubPortRequest = ValueOf<typeof subPortRequest>

const subPortsOfTrunk: ValueType<readonly SubPortRequest[], 'json'> = {
  ...listOf(subPortRequest),
  accept: (given) =>
    Array.isArray(given)
      ? listOf(subPortRequest).accept(given)
      : refused(`Invalid data format for subports: ${literal(given)} is not a list`),
}

/** A trunk: a parent port that carries sub-ports. */
export const trunk = resource('trunk', 'trunks', {
  ...standard,
  ...named,
  port_id: attribute(uuid, { on: 'create', required: true }),
  admin_state_up: attribute(boolean, { on: 'create update', default: true }),
  status: attribute(oneOf('ACTIVE', 'DOWN', 'BUILD', 'DEGRADED', 'ERROR'), {}),
  sub_ports: partlyGivenApart(listOf(subPort), subPortsOfTrunk, {
    on: 'create',
    default: [],
    filter: false,
  }),
  ...tagged,
})

export type Trunk = Of<typeof trunk>
export type PlainTrunk = Plain<typeof trunk>

const subPortErrors = [
  'InvalidInput',
  'PortNotFound',
  'PortInUse',
  'TrunkPortInUse',
  'ParentPortInUse',
  'DuplicateSubPort',
  'SubPortMtuGreaterThanTrunkPortMtu',
]

export const trunkOperations = crud(trunk, {
  notFound: 'TrunkNotFound',
  create: [...subPortErrors, 'OverQuota'],
  update: ['RevisionNumberConstraintFailed'],
  delete: ['TrunkInUse', 'TrunkDisabled', 'RevisionNumberConstraintFailed'],
})

export const trunkNotifications = resourceNotifications('trunk', { whenDeleted: 'id' })

/** `sub_ports` in requests. */
export const subPortRequests = listOf(subPortRequest)

const Given = Type.Object({ sub_ports: Type.Unknown() }, exact)
const on = found('trunk')

/** Adds, removes and lists sub-ports; the trunk is shown here without its name. */
export const addSubports = operation({
  id: 'trunks.add_subports',
  method: 'PUT',
  path: '/trunks/{trunk_id}/add_subports',
  summary: 'Add sub-ports to a trunk',
  rule: 'add_subports',
  on,
  body: Given,
  replies: { 200: Type.Unsafe<Partial<Trunk>>(Type.Object({})) },
  errors: ['TrunkNotFound', 'TrunkDisabled', 'TrunkInErrorState', ...subPortErrors],
})

export const removeSubports = operation({
  id: 'trunks.remove_subports',
  method: 'PUT',
  path: '/trunks/{trunk_id}/remove_subports',
  summary: 'Remove sub-ports from a trunk',
  rule: 'remove_subports',
  on,
  body: Given,
  replies: { 200: Type.Unsafe<Partial<Trunk>>(Type.Object({})) },
  errors: ['TrunkNotFound', 'TrunkDisabled', 'SubPortNotFound'],
})

export const getSubports = operation({
  id: 'trunks.get_subports',
  method: 'GET',
  path: '/trunks/{trunk_id}/get_subports',
  summary: 'List the sub-ports of a trunk',
  rule: 'get_subports',
  on,
  replies: { 200: view({ sub_ports: Type.Array(subPort.schema) }) },
  errors: ['TrunkNotFound'],
})
