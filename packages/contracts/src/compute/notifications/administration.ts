import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { FlavorPayload, KeypairPayload, ServerGroupPayload, Text } from './payloads.ts'

const exact = { additionalProperties: false }
const startAndEnd = ['start', 'end'] as const
const Texts = Type.Record(Type.String(), Type.String())

const flavor = (verb: string) =>
  notification(`flavor.${verb}`, { publisher: 'nova-api', payload: FlavorPayload })

/** Flavors: versioned only. */
export const flavorNotifications = {
  create: flavor('create'),
  update: flavor('update'),
  delete: flavor('delete'),
}

const AggregatePayload = versionedPayload('AggregatePayload', '1.1', {
  id: Type.Integer(),
  uuid: Type.String(),
  name: Type.String(),
  hosts: Type.Array(Type.String()),
  metadata: Texts,
})

const AggregateUsage = Type.Object(
  {
    aggregate_id: Type.Integer(),
    name: Type.String(),
    availability_zone: Text,
    /** The host that is added or removed. */
    host: Text,
    meta_data: Texts,
  },
  exact,
)

const aggregate = (versioned: string, unversioned: string) => ({
  versioned: notification(`aggregate.${versioned}`, {
    publisher: 'nova-api',
    phases: startAndEnd,
    payload: AggregatePayload,
  }),
  unversioned: notification(`aggregate.${unversioned}`, {
    publisher: 'aggregate',
    phases: startAndEnd,
    payload: AggregateUsage,
  }),
})

export const aggregateNotifications = {
  create: aggregate('create', 'create'),
  delete: aggregate('delete', 'delete'),
  updateProperties: aggregate('update_prop', 'updateprop'),
  updateMetadata: aggregate('update_metadata', 'updatemetadata'),
  addHost: aggregate('add_host', 'addhost'),
  removeHost: aggregate('remove_host', 'removehost'),
}

/** The hosts of an aggregate are requested to cache images: versioned only. */
export const cacheImagesNotification = notification('aggregate.cache_images', {
  publisher: 'nova-api',
  phases: startAndEnd,
  payload: AggregatePayload,
})

/** One of the hosts is done with it: versioned only. */
export const cacheImagesProgressNotification = notification('aggregate.cache_images', {
  publisher: 'nova-conductor',
  phases: ['progress'],
  payload: versionedPayload('AggregateCachePayload', '1.0', {
    id: Type.Integer(),
    uuid: Type.String(),
    name: Type.String(),
    host: Type.String(),
    /** Ids of images. */
    images_cached: Type.Array(Type.String()),
    images_failed: Type.Array(Type.String()),
    /** How many of `total` hosts are done. */
    index: Type.Integer(),
    total: Type.Integer(),
  }),
})

/** An administrator enables or disables a host for new servers: unversioned only. */
export const hostEnabledNotification = notification('HostAPI.set_enabled', {
  publisher: 'HostAPI',
  phases: startAndEnd,
  payload: Type.Object({ host_name: Type.String(), action: Type.String(), enabled: Type.Boolean() }, exact),
})

const keyPair = (verb: string) => ({
  versioned: notification(`keypair.${verb}`, {
    publisher: 'nova-api',
    phases: startAndEnd,
    payload: KeypairPayload,
  }),
  unversioned: notification(`keypair.${verb}`, {
    publisher: 'keypair',
    phases: startAndEnd,
    payload: Type.Object({ tenant_id: Text, user_id: Type.String(), key_name: Type.String() }, exact),
  }),
})

/** Key pairs: created, imported, deleted. */
export const keyPairNotifications = {
  create: keyPair('create'),
  import: keyPair('import'),
  delete: keyPair('delete'),
}

const serverGroup = (versioned: string, unversioned: string) => ({
  versioned: notification(`server_group.${versioned}`, {
    publisher: 'nova-api',
    payload: ServerGroupPayload,
  }),
  unversioned: notification(`servergroup.${unversioned}`, {
    publisher: 'servergroup',
    payload: Type.Object(
      {
        server_group_id: Type.String(),
        name: Type.String(),
        policies: Type.Array(Type.String()),
        members: Type.Array(Type.String()),
      },
      exact,
    ),
  }),
})

export const serverGroupNotifications = {
  create: serverGroup('create', 'create'),
  delete: serverGroup('delete', 'delete'),
  addMember: serverGroup('add_member', 'addmember'),
}

const ServiceStatusPayload = versionedPayload('ServiceStatusPayload', '1.1', {
  host: Text,
  binary: Text,
  topic: Text,
  report_count: Type.Integer(),
  disabled: Type.Boolean(),
  disabled_reason: Text,
  availability_zone: Text,
  last_seen_up: Text,
  forced_down: Type.Boolean(),
  version: Type.Integer(),
  uuid: Type.String(),
})

const service = (verb: string) =>
  notification(`service.${verb}`, { publisher: 'nova-compute', payload: ServiceStatusPayload })

/** Compute services: versioned only. */
export const serviceNotifications = {
  create: service('create'),
  update: service('update'),
  delete: service('delete'),
}
