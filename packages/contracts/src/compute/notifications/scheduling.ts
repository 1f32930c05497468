import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { FlavorPayload, ServerGroupPayload, Text } from './payloads.ts'

const Texts = Type.Array(Type.String())
const nothing = Type.Null()

const ImageMetaPropsPayload = versionedPayload('ImageMetaPropsPayload', '1.19', {})

/** Image properties, the only payload without fixed fields. */
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

/** A flavor's request for PCI devices of a host. */
const InstancePCIRequestPayload = versionedPayload('InstancePCIRequestPayload', '1.0', {
  count: Type.Integer(),
  spec: Type.Array(Type.Record(Type.String(), Text)),
  alias_name: Text,
  request_id: Text,
  numa_policy: Text,
})

const InstancePCIRequestsPayload = versionedPayload('InstancePCIRequestsPayload', '1.0', {
  instance_uuid: Type.String(),
  requests: Type.Array(InstancePCIRequestPayload.schema),
})

/** A request spec. Fields unknown to this cloud are null. */
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
  pci_requests: Type.Union([InstancePCIRequestsPayload.schema, nothing]),
  num_instances: Type.Integer(),
  requested_destination: nothing,
  retry: nothing,
  scheduler_hints: Type.Record(Type.String(), Texts),
  security_groups: Texts,
})

/** Objects nested in a request spec. */
export const requestSpecParts = {
  image: ImageMetaPayload,
  imageProperties: ImageMetaPropsPayload,
  pciRequest: InstancePCIRequestPayload,
  pciRequests: InstancePCIRequestsPayload,
}

/** Start and end of scheduling. */
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
