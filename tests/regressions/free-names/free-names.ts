import type { Answer, Client } from '@nimbo/testkit/client'

/** A place where users choose the names of things. */
export interface FreeName {
  readonly what: string
  /** Writes a value under a name. */
  write(name: string, value: string): Promise<Answer<unknown>>
  /** Reads what there is, with its names; a list of names is read as names without values. */
  read(): Promise<unknown>
  /** Writes and reads of single names, where there are any. */
  single?(name: string, value: string): readonly (() => Promise<Answer<unknown>>)[]
}

/** The resources whose names are tried. */
export interface Things {
  readonly ann: Client
  readonly admin: Client
  /** Another service of the cloud. */
  readonly nova: Client
  readonly serverId: string
  readonly volumeId: string
  readonly snapshotId: string
  readonly typeId: string
  readonly flavorId: string
  readonly aggregateId: number
  readonly imageId: string
  readonly portId: string
  readonly domainId: string
  readonly userId: string
}

/** An object with one own property, also of a name such as `__proto__`, which an assignment would not make one. */
const named = (name: string, value: unknown): object => Object.fromEntries([[name, value]])

const part = (name: string): string => encodeURIComponent(name)

const compute = ({ ann, admin, serverId, flavorId, aggregateId }: Things): readonly FreeName[] => {
  const metadata = `/servers/${serverId}/metadata`
  const tags = `/servers/${serverId}/tags`
  const specs = `/flavors/${flavorId}/os-extra_specs`
  const aggregate = `/os-aggregates/${aggregateId}`
  return [
    {
      what: 'metadata of a server',
      write: (name, value) => ann.compute.post(metadata, { metadata: named(name, value) }),
      read: async () => (await ann.compute.get(metadata)).body.metadata,
      single: (name, value) => [
        () => ann.compute.get(`${metadata}/${part(name)}`),
        () => ann.compute.put(`${metadata}/${part(name)}`, { meta: named(name, value) }),
        () => ann.compute.put(metadata, { metadata: named(name, value) }),
        () => ann.compute.delete(`${metadata}/${part(name)}`),
      ],
    },
    {
      what: 'tags of a server',
      write: (name) => ann.compute.put(`${tags}/${part(name)}`),
      read: async () => (await ann.compute.get(tags)).body.tags,
      single: (name) => [
        () => ann.compute.get(`${tags}/${part(name)}`),
        () => ann.compute.put(tags, { tags: [name] }),
        () => ann.compute.get(`/servers?tags=${part(name)}`),
        () => ann.compute.delete(`${tags}/${part(name)}`),
      ],
    },
    {
      what: 'extra specs of a flavor',
      write: (name, value) => admin.compute.post(specs, { extra_specs: named(name, value) }),
      read: async () => (await admin.compute.get(specs)).body.extra_specs,
      single: (name, value) => [
        () => admin.compute.get(`${specs}/${part(name)}`),
        () => admin.compute.put(`${specs}/${part(name)}`, named(name, value)),
        () => admin.compute.delete(`${specs}/${part(name)}`),
      ],
    },
    {
      what: 'metadata of an aggregate',
      write: (name, value) =>
        admin.compute.post(`${aggregate}/action`, { set_metadata: { metadata: named(name, value) } }),
      read: async () => (await admin.compute.get(aggregate)).body.aggregate.metadata,
      single: (name) => [
        () => admin.compute.post(`${aggregate}/action`, { set_metadata: { metadata: named(name, null) } }),
      ],
    },
  ]
}

const volume = ({ ann, admin, volumeId, snapshotId, typeId }: Things): readonly FreeName[] => {
  const base = `/v3/${ann.projectId}`
  const metadataOf = (kind: string, id: string): FreeName => {
    const path = `${base}/${kind}/${id}/metadata`
    return {
      what: `metadata of ${kind}`,
      write: (name, value) => ann.volume.post(path, { metadata: named(name, value) }),
      read: async () => (await ann.volume.get(path)).body.metadata,
      single: (name, value) => [
        () => ann.volume.get(`${path}/${part(name)}`),
        () => ann.volume.put(`${path}/${part(name)}`, { meta: named(name, value) }),
        () => ann.volume.put(path, { metadata: named(name, value) }),
        () => ann.volume.get(`${base}/${kind}?metadata=${part(JSON.stringify(named(name, value)))}`),
        () => ann.volume.delete(`${path}/${part(name)}`),
      ],
    }
  }
  const specs = `/v3/${admin.projectId}/types/${typeId}/extra_specs`
  const action = `${base}/volumes/${volumeId}/action`
  return [
    metadataOf('volumes', volumeId),
    metadataOf('snapshots', snapshotId),
    {
      what: 'image metadata of a volume',
      write: (name, value) =>
        ann.volume.post(action, { 'os-set_image_metadata': { metadata: named(name, value) } }),
      read: async () => (await ann.volume.post(action, { 'os-show_image_metadata': {} })).body.metadata,
      single: (name) => [() => ann.volume.post(action, { 'os-unset_image_metadata': { key: name } })],
    },
    {
      what: 'extra specs of a volume type',
      write: (name, value) => admin.volume.post(specs, { extra_specs: named(name, value) }),
      read: async () => (await admin.volume.get(specs)).body.extra_specs,
      single: (name, value) => [
        () => admin.volume.get(`${specs}/${part(name)}`),
        () => admin.volume.put(`${specs}/${part(name)}`, named(name, value)),
        () => admin.volume.delete(`${specs}/${part(name)}`),
      ],
    },
  ]
}

const patchType = { 'content-type': 'application/openstack-images-v2.1-json-patch' }
const pointer = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const image = ({ ann, imageId }: Things): readonly FreeName[] => {
  const path = `/v2/images/${imageId}`
  const patch = (change: object) => ann.image.patch(path, [change], patchType)
  return [
    {
      what: 'properties of an image',
      write: (name, value) => patch({ op: 'add', path: pointer(name), value }),
      read: async () => (await ann.image.get(path)).body,
      single: (name, value) => [
        () => patch({ op: 'replace', path: pointer(name), value }),
        () => ann.image.get(`/v2/images?${part(name)}=${part(value)}`),
        () => patch({ op: 'remove', path: pointer(name) }),
        () => patch({ op: 'remove', path: pointer(name) }),
        () => patch({ op: 'replace', path: pointer(name), value }),
        () => patch(named(name, pointer(name))),
        () => ann.image.post('/v2/images', named(name, value)),
        () => ann.image.post('/v2/images', named(name, 1)),
      ],
    },
    {
      what: 'tags of an image',
      write: (name) => ann.image.put(`${path}/tags/${part(name)}`),
      read: async () => (await ann.image.get(path)).body.tags,
      single: (name) => [
        () => ann.image.get(`/v2/images?tag=${part(name)}`),
        () => ann.image.delete(`${path}/tags/${part(name)}`),
      ],
    },
  ]
}

const identity = ({ admin, domainId, userId }: Things): readonly FreeName[] => {
  const extra = (kind: string, id: string): FreeName => ({
    what: `further attributes of a ${kind}`,
    write: (name, value) => admin.identity.patch(`/v3/${kind}s/${id}`, { [kind]: named(name, value) }),
    read: async () => (await admin.identity.get(`/v3/${kind}s/${id}`)).body[kind],
    single: (name, value) => [
      () => admin.identity.get(`/v3/${kind}s?${part(name)}=${part(value)}`),
      () => admin.identity.get(`/v3/${kind}s?${part(name)}__contains=${part(value)}`),
      () => admin.identity.post(`/v3/${kind}s`, { [kind]: { name: `of ${name}`, ...named(name, value) } }),
      () => admin.identity.patch(`/v3/${kind}s/${id}`, { [kind]: { options: named(name, true) } }),
    ],
  })
  const tags = `/v3/projects/${admin.projectId}/tags`
  return [
    extra('user', userId),
    extra('project', admin.projectId),
    extra('domain', domainId),
    {
      what: 'tags of a project',
      write: (name) => admin.identity.put(`${tags}/${part(name)}`),
      read: async () => (await admin.identity.get(tags)).body.tags,
      single: (name) => [
        () => admin.identity.get(`${tags}/${part(name)}`),
        () => admin.identity.delete(`${tags}/${part(name)}`),
      ],
    },
  ]
}

const network = ({ nova, portId }: Things): readonly FreeName[] => {
  const path = `/v2.0/ports/${portId}`
  return [
    {
      what: 'the binding profile of a port',
      write: (name, value) => nova.network.put(path, { port: { 'binding:profile': named(name, value) } }),
      read: async () => (await nova.network.get(path)).body.port['binding:profile'],
    },
  ]
}

/** Every place of the cloud where users choose names. */
export const freeNames = (things: Things): readonly FreeName[] => [
  ...compute(things),
  ...volume(things),
  ...image(things),
  ...identity(things),
  ...network(things),
]

/** Requests for something of this name that does not exist or cannot exist. */
export const oddRequests = (
  { ann, admin, serverId, volumeId, flavorId }: Things,
  name: string,
): readonly (() => Promise<Answer<unknown>>)[] => {
  const p = part(name)
  const base = `/v3/${ann.projectId}`
  const lists = [
    [ann.compute, '/servers'],
    [ann.compute, '/flavors'],
    [ann.volume, `${base}/volumes`],
    [ann.volume, `${base}/snapshots`],
    [ann.image, '/v2/images'],
    [ann.network, '/v2.0/networks'],
    [ann.network, '/v2.0/ports'],
    [admin.identity, '/v3/users'],
    [admin.identity, '/v3/role_assignments'],
    [admin.placement, '/resource_providers'],
    [admin.placement, '/allocation_candidates'],
    [admin.placement, '/traits'],
  ] as const
  return [
    ...lists.flatMap(([door, path]) =>
      [
        `${p}=x`,
        `${p}=x&${p}=y`,
        `fields=${p}`,
        `sort=${p}`,
        `sort_key=${p}`,
        `sort=${p}:asc`,
        `limit=${p}`,
      ].map((query) => () => door.get(`${path}?${query}`)),
    ),
    ...lists.map(
      ([door, path]) =>
        () =>
          door.get(`${path}/${p}`),
    ),
    () =>
      ann.compute.post('/servers', {
        server: { name: 'x', flavorRef: flavorId, networks: 'none', metadata: named(name, 'x') },
      }),
    () => ann.compute.post('/servers', { server: named(name, 'x'), 'os:scheduler_hints': named(name, 'x') }),
    () => ann.compute.post(`/servers/${serverId}/action`, named(name, null)),
    () => ann.compute.post(`/servers/${serverId}/action`, named(name, {})),
    () => ann.volume.post(`${base}/volumes/${volumeId}/action`, named(name, {})),
    () => admin.compute.put(`/os-quota-sets/${ann.projectId}`, { quota_set: named(name, 1) }),
    () => admin.compute.put(`/os-quota-class-sets/${p}`, { quota_class_set: named(name, 1) }),
    () => admin.compute.get(`/os-quota-class-sets/${p}`),
    () =>
      admin.volume.put(`/v3/${admin.projectId}/os-quota-sets/${ann.projectId}`, {
        quota_set: named(name, 1),
      }),
    () => admin.volume.get(`/v3/${admin.projectId}/os-quota-class-sets/${p}`),
    () => admin.network.put(`/v2.0/quotas/${ann.projectId}`, { quota: named(name, 1) }),
    () => ann.network.post('/v2.0/networks', { network: named(name, 'x') }),
    () => ann.network.post('/v2.0/networks', named(name, {})),
    () => ann.network.get(`/v2.0/${p}`),
    () => ann.network.get(`/v2.0/extensions/${p}`),
    () => ann.image.get(`/v2/schemas/${p}`),
    () =>
      ann.volume.post(`${base}/attachments`, {
        attachment: { volume_uuid: volumeId, connector: named(name, 'x') },
      }),
    () =>
      ann.identity.post('/v3/auth/tokens', { auth: { identity: { methods: [name], ...named(name, {}) } } }),
    () =>
      ann.identity.post('/v3/auth/tokens', {
        auth: { identity: { methods: ['password'], password: {} }, scope: named(name, {}) },
      }),
    () => ann.identity.get(`/v3/${p}`),
    () => admin.identity.post('/v3/regions', { region: { id: name, ...named(name, 'x') } }),
    () => admin.identity.post('/v3/services', { service: { type: 'x', ...named(name, 'x') } }),
    () =>
      admin.identity.post('/v3/credentials', {
        credential: { type: 'x', blob: '{}', user_id: ann.userId, ...named(name, 'x') },
      }),
    () => ann.compute.get('/flavors', { 'openstack-api-version': `compute ${name}` }),
    () => ann.compute.get('/flavors', { accept: name }),
    () => admin.placement.put(`/traits/${p}`),
    () => admin.placement.put(`/resource_classes/${p}`),
    () => admin.placement.get(`/allocation_candidates?resources=${p}:1`),
    () => admin.placement.get(`/allocation_candidates?resources=VCPU:1&required=${p}`),
    () => admin.placement.get(`/resource_providers?member_of=${p}`),
    () =>
      admin.placement.put(`/allocations/${p}`, { allocations: named(name, { resources: named(name, 1) }) }),
    () => admin.placement.post('/allocations', named(name, {})),
    () => admin.placement.post('/reshaper', { inventories: named(name, {}), allocations: named(name, {}) }),
  ]
}
