import type { NotificationMessage } from '@nimbo/notifications/message'
import type { EventDefinitions } from './event-definitions.ts'
import { isPayload, type Payload, textAt } from './payload.ts'

export interface Event {
  readonly message_id: string
  readonly event_type: string
  /** ISO 8601. */
  readonly generated: string
  readonly project_id: string | undefined
  readonly user_id: string | undefined
  readonly resource_id: string | undefined
  readonly traits: Readonly<Record<string, string | number>>
  readonly payload: Payload
  /** Whether an event definition matches its type. */
  readonly isDefined: boolean
}

/** The payload, with the properties of the resource nested in it, such as `{ floatingip: { … } }`. */
const innerOf = (eventType: string, payload: Payload): Payload => {
  const inner = payload[eventType.split('.')[0] ?? '']
  return isPayload(inner) ? { ...payload, ...inner } : payload
}

const scalarsOf = (payload: Payload): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]): readonly (readonly [string, string | number])[] => {
      if (typeof value === 'boolean') return [[name, String(value)]]
      return (typeof value === 'string' && value.length <= 255) || typeof value === 'number'
        ? [[name, value]]
        : []
    }),
  )

const resourcePaths = [
  ...['instance_id', 'snapshot_id', 'backup_id', 'volume_id', 'resource_id', 'image_id', 'floatingip_id'],
  ...['resource_info', 'id', 'network_id', 'subnet_id', 'port_id', 'router_id', 'target.id'],
  ...['label_id', 'name_to_id', 'host'],
]

/** The paths of the resource id in the payload, for an event type. */
const pathsOf = (eventType: string): readonly string[] => {
  if (eventType.startsWith('volume.')) return ['volume_id', ...resourcePaths]
  // For these events `id` would be the id of the event itself.
  if (/^identity\.(\w+\.)?authenticate$/.test(eventType)) return ['initiator.user_id', 'initiator.id']
  return eventType.startsWith('orchestration.stack.') ? ['stack_identity'] : resourcePaths
}

/** The stack id from the ARN-like identity of a stack: `arn:openstack:heat::…:stacks/name/id`. */
const ofIdentity = (id: string | undefined): string | undefined => id?.slice(id.lastIndexOf('/') + 1)

/** The event made from a notification. */
export const eventOf = (message: NotificationMessage, definitions?: EventDefinitions): Event => {
  const payload = isPayload(message.payload) ? message.payload : {}
  const flat = innerOf(message.event_type, payload)
  const context = (name: 'project_id' | 'user_id') => {
    const value = message[`_context_${name}`]
    return typeof value === 'string' ? value : undefined
  }
  const inner = payload[message.event_type.split('.')[0] ?? '']
  // The resource is the account and not its project, whose id is already the id of a resource of identity.
  const account = /^v1\/([^/]+)/.exec(textAt(payload, 'target.metadata.path') ?? '')?.[1]
  const isOfObjects = message.event_type === 'objectstore.http.request'
  const resource_id = isOfObjects
    ? account
    : isPayload(inner)
      ? textAt(inner, 'id')
      : ofIdentity(textAt(flat, ...pathsOf(message.event_type)))
  const project_id =
    textAt(flat, 'project_id', 'tenant_id', 'owner', 'owner_id', 'initiator.project_id') ??
    context('project_id')
  const user_id = textAt(flat, 'user_id', 'initiator.id') ?? context('user_id')
  const defined = definitions?.traitsOf(message.event_type, message)
  return {
    ...{ message_id: message.message_id, event_type: message.event_type, payload },
    generated: `${message.timestamp.replace(' ', 'T').slice(0, 23)}Z`,
    ...{ project_id, user_id, resource_id },
    isDefined: defined !== undefined,
    traits: defined ?? {
      ...scalarsOf(flat),
      service: message.publisher_id,
      ...(project_id === undefined ? {} : { project_id }),
      ...(user_id === undefined ? {} : { user_id }),
      ...(resource_id === undefined ? {} : { resource_id }),
    },
  }
}
