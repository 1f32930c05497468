import { empty, exact, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone, found, ownProject } from '@nimbo/operation/target'
import { before, shownTo, since } from '@nimbo/operation/windows'
import { type Static, type TProperties, Type } from 'typebox'
import { Links, NextLink } from './links.ts'
import { strictFrom275, text } from './query.ts'
import { BooleanLike, Description, IntegerLike, Name } from './words.ts'

const ExtraSpecs = Type.Record(Type.String(), Type.String())

const FlavorBrief = view({
  id: Type.String(),
  name: Type.String(),
  description: since('2.55', nullable(Type.String())),
  links: Links,
})

const Flavor = view({
  id: Type.String(),
  name: Type.String(),
  ram: Type.Integer(),
  disk: Type.Integer(),
  'OS-FLV-EXT-DATA:ephemeral': Type.Integer(),
  swap: Type.Union([Type.Integer(), before('2.75', Type.Literal(''))]),
  vcpus: Type.Integer(),
  'os-flavor-access:is_public': Type.Boolean(),
  description: since('2.55', nullable(Type.String())),
  extra_specs: since('2.61', shownTo('os_compute_api:os-flavor-extra-specs:index', ExtraSpecs)),
  rxtx_factor: before('2.102', Type.Number()),
  'OS-FLV-DISABLED:disabled': before('2.102', Type.Boolean()),
  links: Links,
})
export type FlavorView = Static<typeof Flavor>

const sortKeys = [
  ...[
    'created_at',
    'description',
    'disabled',
    'ephemeral_gb',
    'flavorid',
    'id',
    'is_public',
    'memory_mb',
    'name',
  ],
  ...['root_gb', 'rxtx_factor', 'swap', 'updated_at', 'vcpu_weight', 'vcpus'],
]

const query = strictFrom275({
  limit: text,
  marker: text,
  sort_key: Type.Optional(oneOf(sortKeys)),
  sort_dir: Type.Optional(oneOf(['asc', 'desc'])),
  minRam: text,
  minDisk: text,
  is_public: text,
  name: since('2.102', text),
})

/** Anyone with a token can list flavors; private ones are only found by projects with access. */
const on = anyone
const flavor = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ flavor: Type.Object(properties, exact) }, exact)
const shown = { 200: view({ flavor: Flavor }) }
const asked = ['os_compute_api:os-flavor-extra-specs:index']

export const listFlavors = operation({
  id: 'flavors.list',
  method: 'GET',
  path: '/flavors',
  summary: 'List the flavors that the project can use',
  on,
  query,
  replies: { 200: view({ flavors: Type.Array(FlavorBrief), flavors_links: NextLink }) },
  errors: ['MarkerNotFound'],
})

export const listFlavorsInFull = operation({
  id: 'flavors.detail',
  method: 'GET',
  path: '/flavors/detail',
  summary: 'List the flavors that the project can use, with details',
  on,
  mayAsk: asked,
  query,
  replies: { 200: view({ flavors: Type.Array(Flavor), flavors_links: NextLink }) },
  errors: ['MarkerNotFound'],
})

export const showFlavor = operation({
  id: 'flavors.show',
  method: 'GET',
  path: '/flavors/{flavor_id}',
  summary: 'Show a flavor',
  on: found('flavor'),
  mayAsk: asked,
  replies: shown,
  errors: ['FlavorNotFound'],
})

const FlavorId = Type.Union([
  Type.String({ minLength: 1, maxLength: 255, pattern: '^(?! )[a-zA-Z0-9. _-]+(?<! )$' }),
  Type.Integer(),
  Type.Null(),
])

export const createFlavor = operation({
  id: 'flavors.create',
  method: 'POST',
  path: '/flavors',
  summary: 'Create a flavor',
  rule: 'os_compute_api:os-flavor-manage:create',
  on: ownProject,
  mayAsk: asked,
  body: flavor({
    name: Name,
    id: Type.Optional(FlavorId),
    ram: IntegerLike(1),
    vcpus: IntegerLike(1),
    disk: IntegerLike(0),
    'OS-FLV-EXT-DATA:ephemeral': Type.Optional(IntegerLike(0)),
    swap: Type.Optional(Type.Union([IntegerLike(0), Type.Literal('')])),
    'os-flavor-access:is_public': Type.Optional(BooleanLike),
    description: Type.Optional(since('2.55', Description)),
    rxtx_factor: Type.Optional(
      before(
        '2.102',
        Type.Union([
          Type.Number({ exclusiveMinimum: 0, maximum: 3.40282e38 }),
          Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' }),
        ]),
      ),
    ),
  }),
  replies: shown,
  errors: ['FlavorNameTaken', 'FlavorIdTaken'],
})

export const updateFlavor = operation({
  id: 'flavors.update',
  method: 'PUT',
  path: '/flavors/{flavor_id}',
  since: '2.55',
  summary: 'Change the description of a flavor',
  rule: 'os_compute_api:os-flavor-manage:update',
  on: found('flavor'),
  mayAsk: asked,
  body: flavor({ description: Description }),
  replies: shown,
  errors: ['FlavorNotFound'],
})

export const deleteFlavor = operation({
  id: 'flavors.delete',
  method: 'DELETE',
  path: '/flavors/{flavor_id}',
  summary: 'Delete a flavor',
  rule: 'os_compute_api:os-flavor-manage:delete',
  on: found('flavor'),
  replies: { 202: empty },
  errors: ['FlavorNotFound'],
})
