import { exact, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { Uuid } from './words.ts'

const ofPorts = [
  'network-changed',
  'network-vif-plugged',
  'network-vif-unplugged',
  'network-vif-deleted',
] as const

const event = {
  name: Type.Union([
    oneOf(ofPorts),
    since('2.51', oneOf(['volume-extended'])),
    since('2.76', oneOf(['power-update'])),
    since('2.82', oneOf(['accelerator-request-bound'])),
    since('2.93', oneOf(['volume-reimaged'])),
  ]),
  server_uuid: Uuid,
  status: Type.Optional(oneOf(['failed', 'completed', 'in-progress'])),
  tag: Type.Optional(Type.String({ maxLength: 255 })),
}
const Told = view({
  events: Type.Array(view({ ...event, name: Type.String(), status: Type.String(), code: Type.Integer() })),
})

export const deliverExternalEvents = operation({
  id: 'external-events.deliver',
  method: 'POST',
  path: '/os-server-external-events',
  summary: 'Tell servers what happened to their ports and volumes',
  rule: 'os_compute_api:os-server-external-events:create',
  on,
  body: Type.Object(
    { events: Type.Array(Type.Object(event, exact), { minItems: 1, maxItems: 1000 }) },
    exact,
  ),
  replies: { 200: Told, 207: Told },
  errors: ['NotFound'],
})
