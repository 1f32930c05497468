import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { FlavorPayload, ServerGroupPayload, Text } from './payloads.ts'

const Texts = Type.Array(Type.String())
const nothing = Type.Null()

const ImageMetaPropsPayload = versionedPayload('ImageMetaPropsPayload', '1.19', {})

/** Whatever properties an image has: of these payloads it alone has no fixed fields. */
const ImageProperties = Type.Object(
  {
    ...ImageMetaPropsPayload.schema.properties,
    'nova_object.data': Type.Record(Type.String(), Type.String()),
  },
  { additionalProperties: false },
)

const ImageMetaPayload = versionedPayload('ImageMetaPayload', '1.0', {
  id: Type.String(),
  name: Text,
  disk_format: Text,
  size: Type.Union([Type.Integer(), nothing]),
  min_ram: Type.Integer(),
  min_disk: Type.Integer(),
  properties: ImageProperties,
})

/** What a server needs of a host. What the cloud knows nothing of is null. */
export const RequestSpecPayload = versionedPayload('RequestSpecPayload', '1.1', {
  instance_uuid: Type.String(),
  project_id: Text,
  user_id: Text,
  availability_zone: Text,
  flavor: FlavorPayload.schema,
  force_hosts: Type.Union([Texts, nothing]),
  force_nodes: Type.Union([Texts, nothing]),
  ignore_hosts: Type.Union([Texts, nothing]),
  image: Type.Union([ImageMetaPayload.schema, nothing]),
  instance_group: Type.Union([ServerGroupPayload.schema, nothing]),
  numa_topology: nothing,
  pci_requests: nothing,
  num_instances: Type.Integer(),
  requested_destination: nothing,
  retry: nothing,
  scheduler_hints: Type.Record(Type.String(), Texts),
  security_groups: Texts,
})

/** What is nested in the needs of a server. */
export const requestSpecParts = { image: ImageMetaPayload, imageProperties: ImageMetaPropsPayload }

/** A host is looked for, and was found. */
export const selectDestinationsNotifications = {
  versioned: notification('scheduler.select_destinations', {
    publisher: 'nova-scheduler',
    phases: ['start', 'end'],
    payload: RequestSpecPayload,
  }),
  unversioned: notification('scheduler.select_destinations', {
    publisher: 'scheduler',
    phases: ['start', 'end'],
    payload: Type.Object(
      { request_spec: Type.Record(Type.String(), Type.Unknown()) },
      { additionalProperties: false },
    ),
  }),
}
