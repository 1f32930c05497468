import { apart, attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { identified, revised, tagged, timed } from '@nimbo/resource/describe/standard-attributes'
import {
  boolean,
  dictionary,
  integer,
  listOf,
  oneOf,
  orNull,
  text,
} from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'
import { named } from './standard.ts'

const most = 2_147_483_647

/** Network types with segmentation ids. */
const rangedTypes = ['vlan', 'vxlan', 'geneve'] as const
export type RangedType = (typeof rangedTypes)[number]

/** Segmentation ids for networks of a type: of all projects or of one. */
export const networkSegmentRange = resource(
  'network_segment_range',
  'network_segment_ranges',
  {
    ...identified,
    ...named,
    // From the configuration; cannot be changed.
    default: attribute(boolean, {}),
    shared: attribute(boolean, { on: 'create', default: true }),
    project_id: attribute(orNull(text()), { on: 'create' }),
    network_type: attribute(oneOf('gre', ...rangedTypes), { on: 'create', required: true, example: 'vxlan' }),
    physical_network: attribute(orNull(text(64)), { on: 'create' }),
    minimum: attribute(integer(1, most), { on: 'create update', required: true, example: 200_000 }),
    maximum: attribute(integer(1, most), { on: 'create update', required: true, example: 200_009 }),
    used: apart(dictionary, { filter: false }),
    available: apart(listOf(integer(1, most)), { filter: false }),
    ...revised,
    ...timed,
    ...tagged,
  },
  { path: 'network_segment_ranges' },
)

export type NetworkSegmentRange = Of<typeof networkSegmentRange>
export type PlainNetworkSegmentRange = Plain<typeof networkSegmentRange>

const rangeErrors = [
  'BadRequest',
  'InvalidInput',
  'NetworkSegmentRangeOverlaps',
  'NetworkSegmentRangeNetTypeNotSupported',
]

export const networkSegmentRangeOperations = crud(networkSegmentRange, {
  notFound: 'NetworkSegmentRangeNotFound',
  create: rangeErrors,
  update: [
    ...rangeErrors,
    'NetworkSegmentRangeDefaultReadOnly',
    'NetworkSegmentRangeReferencedByProject',
    'RevisionNumberConstraintFailed',
  ],
  delete: [
    'NetworkSegmentRangeDefaultReadOnly',
    'NetworkSegmentRangeReferencedByProject',
    'RevisionNumberConstraintFailed',
  ],
})
