import {
  backup,
  type Change,
  change,
  encoded,
  field,
  group,
  known,
  leaves,
  none,
  one,
  path,
  volume,
} from './microversion-looks.ts'

const uploads: Change['isThere'] = async (scene, version) => {
  const order = { image_name: 'up', disk_format: 'raw', container_format: 'bare' }
  const asked = { 'os-volume_upload_image': order }
  const { body } = await scene.ask('POST', `/v3/volumes/${await scene.made()}/action`, version, asked)
  return 'visibility' in body['os-volume_upload_image']
}

const refusesUnknown =
  (at: string): Change['isThere'] =>
  async (scene, version) =>
    (await scene.ask('GET', at, version)).status === 400

const hasEtag: Change['isThere'] = async (scene, version) =>
  'etag' in (await scene.ask('GET', `${volume(scene)}/metadata`, version)).headers

const deletesByForce: Change['isThere'] = async (scene, version) =>
  (await scene.ask('DELETE', `/v3/volumes/${await scene.made('maintenance')}?force=true`, version)).status <
  300

const emptiesName: Change['isThere'] = async (scene, version) => {
  const wanted = { name: 'one', volume_types: '__DEFAULT__' }
  const made = await scene.ask('POST', '/v3/consistencygroups', version, { consistencygroup: wanted })
  const path = `/v3/consistencygroups/${made.body.consistencygroup.id}/update`
  return (await scene.ask('PUT', path, version, { consistencygroup: { name: '' } })).status < 300
}

export const earlierChanges: readonly Change[] = [
  change(1, 'shows the visibility of an uploaded image', uploads),
  change(
    2,
    'refuses a bootable filter that is not a boolean',
    refusesUnknown('/v3/volumes?bootable=perhaps'),
  ),
  change(
    3,
    'has user messages',
    path(() => '/v3/messages'),
  ),
  change(
    4,
    'filters volumes by glance_metadata',
    leaves(() => `/v3/volumes?glance_metadata=${encoded({ os_distro: 'none' })}`, 'volumes', none),
  ),
  change(
    5,
    'pages user messages',
    leaves(() => '/v3/messages?limit=1', 'messages', one),
  ),
  change(6, 'accepts an empty name for a consistency group', emptiesName),
  change(
    7,
    'has clusters',
    path(() => '/v3/clusters'),
  ),
  change(8, 'lists manageable volumes', async (scene, version) => {
    const { body } = await scene.ask('GET', volume(scene), '3.71')
    const host = encodeURIComponent(body.volume['os-vol-host-attr:host'])
    return path(() => `/v3/manageable_volumes?host=${host}`)(scene, version)
  }),
  change(9, 'renames backups', path(backup, 'PUT', { backup: { name: 'b' } })),
  change(
    10,
    'filters volumes by group',
    leaves((scene) => `/v3/volumes?group_id=${scene.volume}`, 'volumes', none),
  ),
  change(
    11,
    'has group types',
    path(() => '/v3/group_types'),
  ),
  change(
    12,
    'has a summary of volumes',
    path(() => '/v3/volumes/summary'),
  ),
  change(13, 'has groups', path(group)),
  change(
    14,
    'has group snapshots',
    path(() => '/v3/group_snapshots'),
  ),
  change(15, 'sends an ETag with metadata', hasEtag),
  change(16, 'looks up the cluster when managing or migrating a volume', async (scene, version) => {
    const managed = { volume: { cluster: 'c', ref: { a: 'b' } } }
    const asked = await scene.ask('POST', '/v3/manageable_volumes', version, managed)
    const migrate = { 'os-migrate_volume': { cluster: 'c' } }
    const { body } = await scene.ask('POST', `${volume(scene)}/action`, version, migrate)
    const told = [asked.body, body].map(({ badRequest }) => badRequest.message)
    return told[0] === "Cluster 'c' not found" && /No available service named 'c'/.test(told[1])
  }),
  change(17, 'looks up the cluster when listing manageable volumes', async (scene, version) => {
    return (await scene.ask('GET', '/v3/manageable_volumes?cluster=c', version)).status === 404
  }),
  change(18, 'shows the project of a backup', field(backup, 'backup', 'os-backup-project-attr:project_id')),
  change(
    19,
    'resets the status of group snapshots',
    path(({ groupSnapshot }) => `/v3/group_snapshots/${groupSnapshot}/action`, 'POST', {
      reset_status: { status: 'available' },
    }),
  ),
  change(
    20,
    'resets the status of groups',
    path((scene) => `${group(scene)}/action`, 'POST', { reset_status: { status: 'available' } }),
  ),
  change(21, 'shows the provider id of a volume', field(volume, 'volume', 'provider_id')),
  change(
    22,
    'filters snapshots by metadata',
    leaves(() => `/v3/snapshots?metadata=${encoded({ a: 'none' })}`, 'snapshots', none),
  ),
  change(23, 'deletes volumes by force', deletesByForce),
  change(
    24,
    'cleans up after workers',
    path(() => '/v3/workers/cleanup', 'POST', {}),
  ),
  change(
    25,
    'shows the volumes of a group',
    field((scene) => `${group(scene)}?list_volume=True`, 'group', 'volumes'),
  ),
  change(
    26,
    'fails over by cluster',
    known(() => '/v3/os-services/failover', 'PUT', { host: 'none' }),
  ),
  change(
    27,
    'has attachments',
    path(({ attachment }) => `/v3/attachments/${attachment}`),
  ),
  change(
    28,
    'filters pools by name',
    leaves(() => '/v3/scheduler-stats/get_pools?name=none', 'pools', none),
  ),
  change(
    29,
    'filters group snapshots by status',
    leaves(() => '/v3/group_snapshots?status=none', 'group_snapshots', none),
  ),
  change(
    30,
    'sorts snapshots by name',
    path(() => '/v3/snapshots?sort=name:asc'),
  ),
  change(31, 'refuses filters that are not configured', async (scene, version) => {
    return (await scene.askAsUser('/v3/volumes?odd=1', version)).status === 400
  }),
  change(
    32,
    'shows log levels',
    path(() => '/v3/os-services/get-log', 'PUT', {}),
  ),
  change(
    33,
    'lists the resource filters',
    path(() => '/v3/resource_filters'),
  ),
  change(
    34,
    'filters volumes by a part of their name',
    leaves(() => '/v3/volumes?name~=irs', 'volumes', one),
  ),
  change(
    35,
    'filters pools by volume type',
    leaves(() => '/v3/scheduler-stats/get_pools?volume_type=nowhere', 'pools', none),
  ),
]
