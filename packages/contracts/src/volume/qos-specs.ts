import { empty, nullable, oneOf as oneOfWords, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified, timed } from '@nimbo/resource/describe/standard-attributes'
import { oneOf, text as words } from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { texts } from './texts.ts'
import { Links, NextLink, Pairs, paging, strict, text } from './words.ts'

/** Who enforces it: hypervisor, back end, or both. */
const consumers = ['front-end', 'back-end', 'both'] as const

/** QoS specs for volume types. */
export const qosSpec = resource('qos_spec', 'qos_specs', {
  ...identified,
  ...timed,
  name: attribute(words(), {}),
  consumer: attribute(oneOf(...consumers), {}),
  specs: attribute(texts, { filter: false }),
})
export type QosSpec = Of<typeof qosSpec>

const QosSpecs = view({
  id: Type.String(),
  name: Type.String(),
  consumer: oneOfWords(consumers),
  specs: Pairs,
})
const Name = Type.String({ minLength: 1, maxLength: 255 })
const Value = Type.Union([Type.String({ maxLength: 255 }), Type.Number(), Type.Boolean()])
const Specs = Type.Record(Type.String({ pattern: '^[a-zA-Z0-9-_:. ]{1,255}$' }), nullable(Value))
const shown = { 200: view({ qos_specs: QosSpecs, links: Links }) }

const path = '/qos-specs/{qos_id}'
const on = found('qos_spec')
const errors = ['QoSSpecsNotFound']
const manage = (verb: string) => `volume_extension:qos_specs_manage:${verb}`

export const listQosSpecs = operation({
  id: 'qos_specs.list',
  method: 'GET',
  path: '/qos-specs',
  summary: 'List what is promised to volumes',
  rule: 'volume_extension:qos_specs_manage:get_all',
  on: ownProject,
  query: Type.Object({ ...paging, id: text, name: text, consumer: text }),
  replies: { 200: view({ qos_specs: Type.Array(QosSpecs), qos_specs_links: NextLink }) },
})

export const createQosSpecs = operation({
  id: 'qos_specs.create',
  method: 'POST',
  path: '/qos-specs',
  summary: 'Promise something to volumes',
  rule: manage('create'),
  on: ownProject,
  body: strict({
    qos_specs: Type.Intersect([
      Type.Object({ name: Name, consumer: Type.Optional(oneOfWords(consumers)) }),
      Specs,
    ]),
  }),
  replies: shown,
  errors: ['QoSSpecsExists'],
})

export const showQosSpecs = operation({
  id: 'qos_specs.show',
  method: 'GET',
  path,
  summary: 'Show what is promised',
  rule: manage('get'),
  on,
  replies: shown,
  errors,
})

export const updateQosSpecs = operation({
  id: 'qos_specs.update',
  method: 'PUT',
  path,
  summary: 'Set keys of what is promised',
  rule: manage('update'),
  on,
  body: strict({ qos_specs: Specs }),
  replies: { 200: view({ qos_specs: Pairs }) },
  errors,
})

export const deleteQosSpecs = operation({
  id: 'qos_specs.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a promise',
  rule: manage('delete'),
  on,
  query: Type.Object({ force: text }),
  replies: { 202: empty },
  errors: [...errors, 'QoSSpecsInUse'],
})

export const deleteQosKeys = operation({
  id: 'qos_specs.delete_keys',
  method: 'PUT',
  path: '/qos-specs/{qos_id}/delete_keys',
  summary: 'Take keys from what is promised',
  rule: manage('delete'),
  on,
  body: strict({ keys: Type.Array(Name, { minItems: 1, maxItems: 1000 }) }),
  replies: { 202: empty },
  errors: [...errors, 'QoSSpecsKeyNotFound'],
})

export const listQosAssociations = operation({
  id: 'qos_specs.associations',
  method: 'GET',
  path: '/qos-specs/{qos_id}/associations',
  summary: 'List the types to whose volumes it is promised',
  rule: 'volume_extension:qos_specs_manage:get_all',
  on,
  replies: {
    200: view({
      qos_associations: Type.Array(
        view({ association_type: Type.String(), name: Type.String(), id: Type.String() }),
      ),
    }),
  },
  errors,
})

const withType = Type.Object({ vol_type_id: Type.String() })

export const associateQosSpecs = operation({
  id: 'qos_specs.associate',
  method: 'GET',
  path: '/qos-specs/{qos_id}/associate',
  summary: 'Promise it to volumes of a type',
  rule: manage('update'),
  on,
  query: withType,
  replies: { 202: empty },
  errors: [...errors, 'VolumeTypeNotFound', 'InvalidVolumeType'],
})

export const disassociateQosSpecs = operation({
  ...associateQosSpecs,
  id: 'qos_specs.disassociate',
  path: '/qos-specs/{qos_id}/disassociate',
  summary: 'Promise it to volumes of a type no more',
})

export const disassociateAll = operation({
  id: 'qos_specs.disassociate_all',
  method: 'GET',
  path: '/qos-specs/{qos_id}/disassociate_all',
  summary: 'Promise it to nobody',
  rule: manage('update'),
  on,
  replies: { 202: empty },
  errors,
})
