import { attribute, partlyGiven } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { identified, revised, tagged, timed } from '@nimbo/resource/describe/standard-attributes'
import { integer, oneOf, orElse, orNull, text, uuid } from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'
import { networkTypeRequest, networkTypes } from './network.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named } from './standard.ts'
import { tagOperations } from './tags.ts'

const largestSegment = 16_777_215

/** A missing name is stored as an empty text, and shown as null. */
const nameOrNone = { ...orNull(text()), nullable: false }

/** A segment of a network. A network whose subnets have segments is routed. */
export const segment = resource('segment', 'segments', {
  ...identified,
  network_id: attribute(uuid, { on: 'create', required: true }),
  ...named,
  name: partlyGiven(nameOrNone, orElse('', text()), { on: 'create update', default: '' }),
  network_type: partlyGiven(oneOf(...networkTypes), networkTypeRequest, {
    ...({ on: 'create', required: true, example: 'vxlan' } as const),
  }),
  physical_network: attribute(orNull(text(64)), { on: 'create', default: null }),
  segmentation_id: attribute(orNull(integer(1, largestSegment)), { on: 'create', default: null }),
  ...revised,
  ...timed,
  ...tagged,
})

export type NetworkSegment = Of<typeof segment>
export type PlainSegment = Plain<typeof segment>

export const segmentOperations = crud(segment, {
  notFound: 'SegmentNotFound',
  create: [
    'NetworkNotFound',
    'InvalidInput',
    'NoNetworkAvailable',
    'VlanIdInUse',
    'FlatNetworkInUse',
    'TunnelIdInUse',
  ],
  update: ['RevisionNumberConstraintFailed'],
  delete: ['SegmentInUse', 'RevisionNumberConstraintFailed'],
})

/** Their policy rules are named differently from all others. */
export const segmentTags = tagOperations(segment, 'SegmentNotFound', (verb) => `${verb}_segments_tags`)

export const segmentNotifications = resourceNotifications('segment', { whenDeleted: 'id' })
