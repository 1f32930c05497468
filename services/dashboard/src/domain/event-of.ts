import type { CloudEvent } from '@nimbo/contracts/dashboard/events'
import type { NotificationMessage } from '@nimbo/notifications/message'

type Fields = Readonly<Record<string, unknown>>

/** Prefixes of event types, with the resource kind that the page uses. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(compute\.)?instance\./, 'server'],
  [/^identity\.(OS-TRUST:)?(\w+)\./, '$2'],
  [/^compute_task\./, 'server'],
  [/^servergroup\./, 'server_group'],
  [/^scheduler\./, 'server'],
  [/^volume_type(_\w+)?\./, 'volume_type'],
  [/^orchestration\.(\w+)\./, '$1'],
  [/^([a-z_]+)\./, '$1'],
]

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The kind of resource that notifications of an event type are about. */
export const kindOf = (eventType: string): string => {
  for (const [form, kind] of kinds) {
    const found = form.exec(eventType)
    if (found) return kind.replace('$1', found[1] ?? '').replace('$2', found[2] ?? '')
  }
  return eventType
}

/**
 * The attributes of the resource in a payload. Versioned notifications, those of Neutron, and those of Cinder about volume types
 * have them one level deeper.
 */
const fieldsOf = (payload: unknown, kind: string): Fields => {
  if (!isFields(payload)) return {}
  const data = payload['nova_object.data']
  if (isFields(data)) return data
  const resource = payload[kind] ?? payload[`${kind}s`]
  return isFields(resource) ? { ...payload, ...resource } : payload
}

const firstText = (...values: readonly unknown[]): string | undefined => {
  const found = values.find(
    (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  )
  return found === undefined ? undefined : String(found)
}

const idOf = (fields: Fields, kind: string): string | undefined => {
  switch (kind) {
    case 'server':
      return firstText(fields.instance_id, fields.uuid, fields.instance_uuid)
    case 'keypair':
      // Key pairs have no id.
      return firstText(fields.key_name, fields.name)
    case 'volume_type':
      return firstText(fields.id, fields.type_id, fields.volume_type_id)
    default:
      return firstText(
        ...[fields.id, fields[`${kind}_id`], fields.uuid, fields.resource_info, fields.stack_identity],
      )
  }
}

/** The event for a notification; undefined if the payload has no id of a resource. */
export const eventOf = (message: NotificationMessage): CloudEvent | undefined => {
  const { event_type, payload, timestamp } = message
  const kind = kindOf(event_type)
  const fields = fieldsOf(payload, kind)
  const id = idOf(fields, kind)
  if (id === undefined) return undefined
  const asker =
    kind === 'server' || event_type.startsWith('identity.') ? undefined : message._context_project_id
  return {
    kind,
    id,
    project_id: firstText(fields.tenant_id, fields.project_id, fields.owner, asker) ?? null,
    event_type,
    at: `${timestamp.replace(' ', 'T').slice(0, 23)}Z`,
  }
}
