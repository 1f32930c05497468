import {
  acts,
  alike,
  backup,
  type Change,
  change,
  creates,
  encoded,
  field,
  group,
  known,
  leaves,
  none,
  path,
  some,
  volume,
} from './microversion-looks.ts'
import type { MicroversionScene } from './microversion-scene.ts'
import { image } from './volume-cloud.ts'

const limitsOfOthers: Change['isThere'] = async (scene, version) => {
  const { body } = await scene.ask('GET', '/v3/limits?project_id=others', version)
  return body.limits.absolute.totalVolumesUsed === 0
}

const extendsInUse = acts('in-use', { 'os-extend': { new_size: 2 } })

const revertsLast: Change['isThere'] = async (scene, version) => {
  const id = await scene.made()
  const taken = await scene.ask('POST', '/v3/snapshots', '3.71', { snapshot: { volume_id: id } })
  const revert = { snapshot_id: taken.body.snapshot.id }
  return (await scene.ask('POST', `/v3/volumes/${id}/action`, version, { revert })).status < 300
}

const hasMode: Change['isThere'] = async (scene, version) => {
  const attachment = { volume_uuid: await scene.made(), instance_uuid: scene.volume, mode: 'ro' }
  return (await scene.ask('POST', '/v3/attachments', version, { attachment })).status < 300
}

const showsKey: Change['isThere'] = async (scene, version) =>
  'encryption_key_id' in (await scene.ask('GET', `/v3/volumes/${await scene.locked()}`, version)).body.volume

const refusesOddKeys: Change['isThere'] = async (scene, version) =>
  (await scene.ask('POST', '/v3/volumes', version, { volume: { size: 1, odd: 1 } })).status === 400

const snapshotsInUse: Change['isThere'] = async (scene, version) => {
  const snapshot = { volume_id: await scene.made('in-use') }
  return (await scene.ask('POST', '/v3/snapshots', version, { snapshot })).status < 300
}

const attachesTwice = async (scene: MicroversionScene): Promise<object> => {
  const type = { name: `many ${Math.random()}`, extra_specs: { multiattach: '<is> True' } }
  const made = await scene.ask('POST', '/v3/types', '3.71', { volume_type: type })
  const wanted = { size: 1, volume_type: made.body.volume_type.id }
  const { id } = (await scene.ask('POST', '/v3/volumes', '3.71', { volume: wanted })).body.volume
  const attachment = { volume_uuid: id, instance_uuid: scene.snapshot }
  await scene.ask('POST', '/v3/attachments', '3.71', { attachment })
  return { volume_uuid: id, instance_uuid: scene.backup }
}

const later = encodeURIComponent('gt:2100-01-01T00:00:00')

export const laterChanges: readonly Change[] = [
  change(
    36,
    'includes metadata in the summary of volumes',
    field(() => '/v3/volumes/summary', 'volume-summary', 'metadata'),
  ),
  change(
    37,
    'sorts backups by name',
    path(() => '/v3/backups?sort=name:asc'),
  ),
  change(
    38,
    'has replication actions of groups',
    known((scene) => `${group(scene)}/action`, 'POST', { list_replication_targets: {} }),
  ),
  change(39, 'shows the limits of other projects', limitsOfOthers),
  change(40, 'reverts a volume to its latest snapshot', revertsLast),
  change(
    41,
    'shows the user of a snapshot',
    field(({ snapshot }) => `/v3/snapshots/${snapshot}`, 'snapshot', 'user_id'),
  ),
  change(42, 'extends volumes in use', extendsInUse),
  change(43, 'has metadata of backups', field(backup, 'backup', 'metadata')),
  change(
    44,
    'completes attachments',
    known(({ attachment }) => `/v3/attachments/${attachment}/action`, 'POST', { 'os-complete': {} }),
  ),
  change(45, 'counts volumes', async (scene, version) => {
    return 'count' in (await scene.ask('GET', '/v3/volumes?with_count=True', version)).body
  }),
  change(46, 'creates volumes from images of servers that boot from a volume', async (scene, version) => {
    const wanted = { volume: { size: 1, imageRef: scene.serverImage } }
    const { body } = await scene.ask('POST', '/v3/volumes', version, wanted)
    return body.volume.snapshot_id === scene.snapshot
  }),
  change(47, 'creates volumes from backups', async (scene, version) => {
    const wanted = { volume: { size: 1, backup_id: scene.volume } }
    return (await scene.ask('POST', '/v3/volumes', version, wanted)).status === 404
  }),
  change(48, 'shows whether targets are shared', field(volume, 'volume', 'shared_targets')),
  change(49, 'shows whether back ends are up', async (scene, version) => {
    const { body } = await scene.ask('GET', '/v3/os-services?binary=cinder-volume', version)
    return 'backend_state' in body.services[0]
  }),
  alike(50, 'attaches a volume to several servers', creates('attachments', 'attachment', attachesTwice)),
  change(51, 'creates backups in other availability zones', async (scene, version) => {
    // This cloud has no backup store.
    const backup = { volume_id: await scene.made(), availability_zone: 'nowhere' }
    return (await scene.ask('POST', '/v3/backups', version, { backup })).status === 503
  }),
  change(
    52,
    'filters volume types by extra specs',
    leaves(() => `/v3/types?extra_specs=${encoded({ a: 'none' })}`, 'volume_types', none),
  ),
  change(53, 'refuses unknown keys of a new volume', refusesOddKeys),
  change(54, 'attaches a volume read-only', hasMode),
  change(
    55,
    'transfers snapshots with their volume',
    path(() => '/v3/volume-transfers'),
  ),
  change(56, 'shows the user of a backup', field(backup, 'backup', 'user_id')),
  change(
    57,
    'shows the source project of a transfer',
    field(({ transfer }) => `/v3/volume-transfers/${transfer}`, 'transfer', 'source_project_id'),
  ),
  change(58, 'shows the project of a group', field(group, 'group', 'project_id')),
  change(
    59,
    'pages transfers',
    leaves(({ transfer }) => `/v3/volume-transfers?marker=${transfer}`, 'transfers', none),
  ),
  change(
    60,
    'filters volumes by creation time',
    leaves(() => `/v3/volumes/detail?created_at=${later}`, 'volumes', none),
  ),
  change(61, 'shows the cluster of a volume', field(volume, 'volume', 'cluster_name')),
  change(
    62,
    'has default volume types of projects',
    path(() => '/v3/default-types'),
  ),
  change(63, 'shows the volume type id', field(volume, 'volume', 'volume_type_id')),
  change(64, 'shows the encryption key id', showsKey),
  change(65, 'shows whether a volume consumes quota', field(volume, 'volume', 'consumes_quota')),
  change(66, 'takes snapshots of volumes in use', snapshotsInUse),
  alike(
    67,
    'has paths without a project',
    leaves(() => '/v3/volumes', 'volumes', some),
  ),
  change(68, 'reimages a volume', acts('available', { 'os-reimage': { image_id: image.id } })),
  alike(69, 'allows null for whether targets are shared', async (scene, version) => {
    const { body } = await scene.ask('GET', volume(scene), version)
    return [true, false, null].includes(body.volume.shared_targets)
  }),
  change(70, 'transfers encrypted volumes', async (scene, version) =>
    creates('volume-transfers', 'transfer', async () => ({ volume_id: await scene.locked() }))(
      scene,
      version,
    ),
  ),
  change(
    71,
    'accepts the completion of an extension',
    known(({ volume: id }) => `/v3/volumes/${id}/action`, 'POST', {
      'os-extend_volume_completion': { error: false },
    }),
  ),
]
