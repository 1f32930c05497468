import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationMessage } from '@nimbo/notifications/message'
import { eventOf } from './event-of.ts'

const told = (event_type: string, payload: NotificationMessage['payload']): NotificationMessage => ({
  message_id: 'm',
  publisher_id: 'p',
  event_type,
  priority: 'INFO',
  timestamp: '2026-01-31 12:00:00.123000',
  payload,
  _unique_id: 'm',
  _context_project_id: 'asker',
})

const seen = (event_type: string, payload: NotificationMessage['payload']) => {
  const { kind, id, project_id } = eventOf(told(event_type, payload)) ?? {}
  return [kind, id, project_id]
}

test('an event has the kind, id and project of the resource from notifications of every service', () => {
  const server = { instance_id: 's', tenant_id: 'p' }
  assert.deepEqual(seen('compute.instance.update', server), ['server', 's', 'p'])
  const versioned = { 'nova_object.data': { uuid: 's', tenant_id: 'p' } }
  assert.deepEqual(seen('instance.create.end', versioned), ['server', 's', 'p'])
  assert.deepEqual(seen('volume.create.end', { volume_id: 'v', tenant_id: 'p' }), ['volume', 'v', 'p'])
  assert.deepEqual(seen('image.upload', { id: 'i', owner: 'p' }), ['image', 'i', 'p'])
  assert.deepEqual(seen('port.create.end', { port: { id: 'x', project_id: 'p' } }), ['port', 'x', 'p'])
  assert.deepEqual(seen('security_group.delete.end', { security_group_id: 'g' }), [
    'security_group',
    'g',
    'asker',
  ])
  const stack = { stack_identity: 'k', tenant_id: 'p' }
  assert.deepEqual(seen('orchestration.stack.create.end', stack), ['stack', 'k', 'p'])
  assert.deepEqual(seen('identity.project.created', { resource_info: 'q' }), ['project', 'q', null])
  const keyPair = { tenant_id: 'p', user_id: 'u', key_name: 'mine' }
  assert.deepEqual(seen('keypair.create.end', keyPair), ['keypair', 'mine', 'p'])
  assert.deepEqual(seen('aggregate.addhost.end', { aggregate_id: 7 }), ['aggregate', '7', 'asker'])
  const type = { id: 't', name: 'fast' }
  assert.deepEqual(seen('volume_type.create', { volume_types: type }), ['volume_type', 't', 'asker'])
  const specs = { type_id: 't', specs: {} }
  assert.deepEqual(seen('volume_type_extra_specs.create', specs), ['volume_type', 't', 'asker'])
})

test('a notification without a resource yields no event', () => {
  assert.equal(eventOf(told('compute.instance.update', 'text')), undefined)
  assert.equal(eventOf(told('port.create.start', { port: {} })), undefined)
})

test('the instant of an event is in ISO 8601', () => {
  assert.equal(eventOf(told('image.upload', { id: 'i' }))?.at, '2026-01-31T12:00:00.123Z')
})
