import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Parent, resource } from '@nimbo/resource/describe/kind'
import { identified, owned } from '@nimbo/resource/describe/standard-attributes'
import { boolean, oneOf, orNull, uuid } from '@nimbo/resource/describe/value-types'
import { ipPrefix } from './address-types.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named } from './standard.ts'

/** A named set of traffic of routers, defined by rules. */
export const meteringLabel = resource(
  'metering_label',
  'metering_labels',
  { ...identified, ...owned, ...named, shared: attribute(boolean, { on: 'create', default: false }) },
  { path: 'metering/metering-labels' },
)

/** Labels cannot be updated. */
const { update: _labelUpdate, ...labelOperations } = crud(meteringLabel, {
  notFound: 'MeteringLabelNotFound',
  create: ['OverQuota'],
})
export const meteringLabelOperations = labelOperations

const { update: _labelUpdated, ...labelNotifications } = resourceNotifications('metering_label', {
  whenDeleted: 'id',
})
export const meteringLabelNotifications = labelNotifications

/** Rules have their label's owner. */
const ofLabel: Parent = {
  kind: meteringLabel,
  attribute: 'metering_label_id',
  facts: { project_id: 'project_id' },
}

/** Addresses whose traffic is counted, or excluded. */
export const meteringLabelRule = resource(
  'metering_label_rule',
  'metering_label_rules',
  {
    ...identified,
    metering_label_id: attribute(uuid, { on: 'create', required: true }),
    direction: attribute(oneOf('ingress', 'egress'), { on: 'create', default: 'ingress' }),
    excluded: attribute(boolean, { on: 'create', default: false }),
    remote_ip_prefix: attribute(orNull(ipPrefix), { on: 'create', default: null, example: '192.0.2.0/24' }),
    source_ip_prefix: attribute(orNull(ipPrefix), { on: 'create', default: null }),
    destination_ip_prefix: attribute(orNull(ipPrefix), { on: 'create', default: null }),
  },
  { parent: ofLabel, path: 'metering/metering-label-rules' },
)

export type MeteringLabelRule = Of<typeof meteringLabelRule>

const { update: _ruleUpdate, ...ruleOperations } = crud(meteringLabelRule, {
  notFound: 'MeteringLabelRuleNotFound',
  create: ['MeteringLabelNotFound', 'MeteringLabelRuleOverlaps', 'HTTPBadRequest'],
})
export const meteringLabelRuleOperations = ruleOperations

const { update: _ruleUpdated, ...ruleNotifications } = resourceNotifications('metering_label_rule', {
  whenDeleted: 'id',
})
export const meteringLabelRuleNotifications = ruleNotifications
