import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Volume } from '@nimbo/clients/volume'
import type { BuildRequest, RequestSpec } from '../src/domain/servers/request-spec.ts'
import { admin, imageId, type Story, story } from './compute-story.ts'

const volumeId = '66666666-1111-4111-8111-111111111111'
const otherVolumeId = '66666666-2222-4111-8111-111111111111'
const snapshotId = '77777777-1111-4111-8111-111111111111'
const otherImageId = '11111111-2222-4111-8111-111111111111'
const nobodys = '99999999-1111-4111-8111-111111111111'

const volume: Volume = {
  ...{ id: volumeId, name: null, status: 'available', size: 3, bootable: 'true', multiattach: false },
  ...{ availability_zone: 'nova', attachments: [] },
  volume_image_metadata: {
    ...{ image_id: imageId, image_name: 'windows', disk_format: 'raw', min_ram: '256' },
    ...{ hw_firmware_type: 'uefi', os_type: 'windows' },
  },
}

/** Requested disks, as items of `block_device_mapping_v2`. */
const root = {
  ...{ boot_index: 0, source_type: 'image', destination_type: 'local', uuid: imageId },
  delete_on_termination: true,
}
const swap = { source_type: 'blank', destination_type: 'local', guest_format: 'swap', boot_index: -1 }
const ephemeral = { source_type: 'blank', destination_type: 'local', boot_index: -1 }
const blank = { source_type: 'blank', destination_type: 'volume', volume_size: 1, boot_index: -1 }
const fromVolume = { source_type: 'volume', destination_type: 'volume', uuid: volumeId, boot_index: -1 }
const fromSnapshot = {
  ...{ source_type: 'snapshot', destination_type: 'volume', uuid: snapshotId, boot_index: 0 },
}

/** A cloud with a volume, a snapshot of it, a volume type, and a flavor with 4 GiB of ephemeral disk and 128 MiB of swap. */
const stocked = async (cloud: Story): Promise<void> => {
  cloud.around.volumes = [volume, { ...volume, id: otherVolumeId, bootable: 'false' }]
  cloud.around.snapshots = [{ id: snapshotId, status: 'available', size: 3, volume_id: volumeId }]
  cloud.around.volumeTypes = [{ id: '88888888-1111-4111-8111-111111111111', name: 'fast' }]
  const flavor = { name: 'roomy', id: '2', vcpus: 1, ram: 512, disk: 1, swap: 128 }
  const made = await cloud.send('POST', '/flavors', {
    body: { flavor: { ...flavor, 'OS-FLV-EXT-DATA:ephemeral': 4 } },
    as: admin,
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const small = { ...flavor, name: 'small', id: 'small', ram: 128 }
  await cloud.send('POST', '/flavors', { body: { flavor: small }, as: admin })
}

const boot = (cloud: Story, disks: readonly object[], parts: object = {}) =>
  cloud.send('POST', '/servers', {
    body: {
      server: {
        ...{ name: 'web', imageRef: imageId, flavorRef: '2', networks: 'none' },
        block_device_mapping_v2: disks,
        ...parts,
      },
    },
    version: '2.67',
  })

/** The disks in the build request, without their ids. */
const disksOf = async ({ deps }: Story): Promise<readonly object[]> => {
  const [row] = await deps.databases.api.selectFrom('build_requests').selectAll().execute()
  const { blockDevices } = JSON.parse(row?.request ?? '') as BuildRequest
  return blockDevices.map(({ id: _, ...disk }) => disk)
}

/** The properties of the image on the root volume, as the request is recorded. */
const volumePropertiesOf = async ({ deps }: Story) => {
  const [row] = await deps.databases.api.selectFrom('request_specs').selectAll().execute()
  return (JSON.parse(row?.spec ?? '') as RequestSpec).volumeProperties
}

const told = (what: string, tell: (cloud: Story) => Promise<void>): Promise<void> =>
  test(
    what,
    story(async (cloud) => {
      await stocked(cloud)
      await tell(cloud)
    }),
  )

told(
  'a server gets the ephemeral disk and the swap of its flavor, named right after its root disk',
  async (cloud) => {
    assert.equal((await boot(cloud, [root, blank])).status, 202)
    const here = { sourceType: 'blank', destinationType: 'local', deleteOnTermination: true }
    assert.deepEqual((await disksOf(cloud)).slice(2), [
      { ...here, volumeSizeGb: 4, deviceName: '/dev/vdb' },
      { ...here, guestFormat: 'swap', swapMb: 128, deviceName: '/dev/vdc' },
    ])
    assert.deepEqual(
      (await disksOf(cloud)).slice(0, 2).map((disk) => 'deviceName' in disk && disk.deviceName),
      ['/dev/vda', '/dev/vdd'],
    )
  },
)

told(
  'requested ephemeral disks and swap replace those of the flavor, with their size, bus and name',
  async (cloud) => {
    const asked = [
      root,
      { ...ephemeral, volume_size: 1, guest_format: 'xfs', disk_bus: 'sata' },
      { ...swap, volume_size: 64, device_name: '/dev/vdf' },
    ]
    assert.equal((await boot(cloud, asked)).status, 202)
    const here = { sourceType: 'blank', destinationType: 'local', deleteOnTermination: true, bootIndex: -1 }
    assert.deepEqual((await disksOf(cloud)).slice(1), [
      { ...here, volumeSizeGb: 1, guestFormat: 'xfs', diskBus: 'sata', deviceName: '/dev/sda' },
      { ...here, swapMb: 64, guestFormat: 'swap', deviceName: '/dev/vdf' },
    ])
  },
)

told('volumes are CDs and floppies if asked for, on buses that have these', async (cloud) => {
  const asked = [
    root,
    { ...blank, device_type: 'cdrom' },
    { ...blank, device_type: 'cdrom', disk_bus: 'ide' },
    { ...blank, device_type: 'floppy' },
    { ...blank, device_type: 'disk' },
    { ...blank, device_type: 'tape' },
  ]
  assert.equal((await boot(cloud, asked)).status, 202)
  const shown = (await disksOf(cloud))
    .slice(1, 6)
    .map((disk) => JSON.parse(JSON.stringify(disk, ['deviceName', 'diskBus', 'deviceType'])))
  assert.deepEqual(shown, [
    { deviceName: '/dev/sda', diskBus: 'sata', deviceType: 'cdrom' },
    { deviceName: '/dev/hda', diskBus: 'ide', deviceType: 'cdrom' },
    { deviceName: '/dev/fda', diskBus: 'fdc', deviceType: 'floppy' },
    // The flavor's own disks come before.
    { deviceName: '/dev/vdd' },
    { deviceName: '/dev/vde' },
  ])
})

told('a volume from a snapshot is as large as the snapshot if no size is requested', async (cloud) => {
  assert.equal((await boot(cloud, [fromSnapshot], { imageRef: '' })).status, 202)
  const [disk] = await disksOf(cloud)
  assert.deepEqual(disk, {
    ...{ sourceType: 'snapshot', destinationType: 'volume', snapshotId, volumeSizeGb: 3, bootIndex: 0 },
    ...{ deleteOnTermination: false, deviceName: '/dev/vda' },
  })
})

told(
  'a volume from a snapshot is as large as requested, if that is larger than the snapshot',
  async (cloud) => {
    const larger = { ...fromSnapshot, volume_size: 5 }
    assert.equal((await boot(cloud, [larger], { imageRef: '' })).status, 202)
    const [disk] = await disksOf(cloud)
    assert.equal(disk && 'volumeSizeGb' in disk && disk.volumeSizeGb, 5)
  },
)

const windows = { hw_firmware_type: 'uefi', os_type: 'windows' }

told('a server gets the properties of the image on the volume it boots from', async (cloud) => {
  const disk = { ...fromVolume, boot_index: 0 }
  assert.equal((await boot(cloud, [disk], { imageRef: '' })).status, 202)
  assert.deepEqual(await volumePropertiesOf(cloud), windows)
})

told(
  'a server gets the properties of the image on the volume whose snapshot it boots from',
  async (cloud) => {
    assert.equal((await boot(cloud, [fromSnapshot], { imageRef: '' })).status, 202)
    assert.deepEqual(await volumePropertiesOf(cloud), windows)
  },
)

told(
  'a server gets the properties of the image that is copied to the volume it boots from',
  async (cloud) => {
    const disk = { ...root, destination_type: 'volume', volume_size: 1 }
    assert.equal((await boot(cloud, [disk], { imageRef: '' })).status, 202)
    assert.deepEqual(await volumePropertiesOf(cloud), { hw_disk_bus: 'virtio' })
  },
)

told('a server gets the properties of an image that describes volumes', async (cloud) => {
  const [image] = cloud.around.images
  assert.ok(image !== undefined)
  const block_device_mapping = JSON.stringify([{ ...fromSnapshot, uuid: undefined, snapshot_id: snapshotId }])
  cloud.around.images = [{ ...image, ...windows, bdm_v2: 'True', block_device_mapping }]
  assert.equal((await boot(cloud, [])).status, 202)
  assert.deepEqual(await volumePropertiesOf(cloud), { hw_disk_bus: 'virtio', ...windows })
})

told('a volume type given by its id is recorded by its name', async (cloud) => {
  const typed = { ...blank, volume_type: '88888888-1111-4111-8111-111111111111' }
  assert.equal((await boot(cloud, [root, typed])).status, 202)
  const [, disk] = await disksOf(cloud)
  assert.equal(disk && 'volumeType' in disk && disk.volumeType, 'fast')
})

const invalid = (reason: string): string => `Block Device Mapping is Invalid: ${reason}`

const refusals: readonly [what: string, disks: readonly object[], message: string, parts?: object][] = [
  [
    'an unknown snapshot',
    [{ ...fromSnapshot, uuid: nobodys }],
    `Snapshot ${nobodys} could not be found.`,
    { imageRef: '' },
  ],
  [
    'a volume smaller than its snapshot',
    [{ ...fromSnapshot, volume_size: 2 }],
    invalid(
      "Volume size '2'GB cannot be smaller than the snapshot size 3GB. They must be >= original snapshot size.",
    ),
    { imageRef: '' },
  ],
  [
    'a boot volume that is not bootable',
    [{ ...fromVolume, uuid: otherVolumeId, boot_index: 0 }],
    `Block Device ${otherVolumeId} is not bootable.`,
    { imageRef: '' },
  ],
  [
    'a boot volume whose image needs more memory than the flavor has',
    [{ ...fromVolume, boot_index: 0 }],
    "Flavor's memory is too small for requested image.",
    { imageRef: '', flavorRef: 'small' },
  ],
  [
    'the same volume twice',
    [root, fromVolume, fromVolume],
    `Invalid volume: volume '${volumeId}' status must be 'available'. Currently in 'reserved' status`,
  ],
  [
    'more swap than the flavor has',
    [root, { ...swap, volume_size: 129 }],
    'Swap drive requested is larger than instance type allows.',
  ],
  ['swap twice', [root, swap, { ...swap, volume_size: 1 }], invalid('More than one swap drive requested.')],
  [
    'a larger ephemeral disk than the flavor has',
    [root, { ...ephemeral, volume_size: 5 }],
    'Ephemeral disks requested are larger than the instance type allows. If no size is given in one block device mapping, flavor ephemeral size will be used.',
  ],
  [
    'ephemeral disks that together are larger than the flavor has',
    [root, { ...ephemeral, volume_size: 3 }, { ...ephemeral, volume_size: 2 }],
    'Ephemeral disks requested are larger than the instance type allows. If no size is given in one block device mapping, flavor ephemeral size will be used.',
  ],
  [
    'an ephemeral disk with an unsupported file system',
    [root, { ...ephemeral, guest_format: 'btrfs' }],
    invalid('btrfs format is not supported'),
  ],
  [
    'more local disks than allowed',
    [root, { ...ephemeral, volume_size: 1 }, { ...ephemeral, volume_size: 1 }],
    invalid('You specified more local devices than the limit allows'),
  ],
  [
    'an unknown disk bus',
    [root, { ...blank, disk_bus: 'scuzzy' }],
    invalid('The provided disk bus scuzzy is not valid.'),
  ],
  [
    'a device of the host',
    [root, { ...blank, device_type: 'lun' }],
    invalid('The device type lun is not supported.'),
  ],
  [
    'two disks with the same device name',
    [root, { ...blank, device_name: '/dev/vdb' }, { ...blank, device_name: 'vdb' }],
    invalid('The supplied device path (vdb) is in use.'),
  ],
  [
    'a volume with the device name of the root disk',
    [root, { ...fromVolume, device_name: '/dev/vda' }],
    'The volume cannot be assigned the same device name as the root device vda',
  ],
  [
    'a device name with a space',
    [root, { ...blank, device_name: '/dev/vd b' }],
    "Invalid input for field/attribute device_name. Value: /dev/vd b. '/dev/vd b' does not match '^[a-zA-Z0-9._/-]*$'",
  ],
  [
    'a local disk from another image than the server’s',
    [{ ...root, uuid: otherImageId }],
    invalid('Mapping image to local is not supported.'),
  ],
  [
    'a local disk from an image if the server has none',
    [root],
    invalid('Mapping image to local is not supported.'),
    { imageRef: '' },
  ],
  [
    'a volume from an unknown image',
    [root, { ...blank, source_type: 'image', uuid: nobodys }],
    invalid(`failed to get image ${nobodys}.`),
  ],
  [
    'an unknown volume type',
    [root, { ...blank, volume_type: 'slow' }],
    'Volume type slow could not be found.',
  ],
  [
    'a volume type for an existing volume',
    [root, { ...fromVolume, volume_type: 'fast' }],
    invalid('Specifying volume type to existing volume is not supported.'),
  ],
  [
    'a volume type for a local disk',
    [root, { ...ephemeral, volume_type: 'fast' }],
    invalid('Specifying a volume_type with destination_type=local is not supported.'),
  ],
  [
    'an empty volume without a size',
    [root, { ...blank, volume_size: null }],
    invalid("Blank volumes (source: 'blank', dest: 'volume') need to have non-zero size"),
  ],
]

for (const [what, disks, message, parts] of refusals)
  told(`POST /servers refuses ${what}`, async (cloud) => {
    const reply = await boot(cloud, disks, parts)
    assert.deepEqual([reply.status, reply.body], [400, { badRequest: { code: 400, message } }])
    assert.deepEqual(cloud.around.toldConductor, [])
    assert.deepEqual(await cloud.deps.databases.api.selectFrom('build_requests').selectAll().execute(), [])
  })

test(
  'without cross_az_attach, a server is limited to the zone of its volumes',
  story(
    async (it) => {
      await stocked(it)
      const specs = () => it.deps.databases.api.selectFrom('request_specs').selectAll().execute()
      assert.equal((await boot(it, [root, fromVolume])).status, 202)
      const [made] = await specs()
      assert.match(made?.spec ?? '', /"availabilityZone":"nova"/)
      it.around.volumes = [
        { ...volume, availability_zone: 'east' },
        { ...volume, id: otherVolumeId },
      ]
      const messageOf = async (disks: readonly object[], parts = {}) => {
        const { status, body } = await boot(it, disks, parts)
        return [status, body.badRequest?.message]
      }
      const other = { ...fromVolume, uuid: otherVolumeId }
      const mismatch = 'The availability zone between the server and its attached volumes do not match: '
      assert.deepEqual(await messageOf([root, fromVolume, other]), [
        400,
        `${mismatch}Volumes are in different availability zones: east,nova.`,
      ])
      assert.deepEqual(await messageOf([root, fromVolume], { availability_zone: 'nova' }), [
        400,
        `${mismatch}Server and volumes are not in the same availability zone. Server is in: nova. Volumes are in: east.`,
      ])
      const { id } = await it.addServer({ availabilityZone: 'nova', host: 'host-1', node: 'host-1' })
      const attach = (wanted: string) =>
        it.send('POST', `/servers/${id}/os-volume_attachments`, {
          body: { volumeAttachment: { volumeId: wanted } },
        })
      const refused = await attach(volumeId)
      assert.deepEqual(
        [refused.status, refused.body.badRequest?.message],
        [
          400,
          `Invalid volume: Instance ${id} and volume ${volumeId} are not in the same availability_zone. Instance is in nova. Volume is in east`,
        ],
      )
    },
    { options: { OS_CINDER__CROSS_AZ_ATTACH: 'false' } },
  ),
)

test(
  'ephemeral disks have the file system default_ephemeral_format if the request names none',
  story(
    async (it) => {
      await stocked(it)
      assert.equal(
        (await boot(it, [root, { ...ephemeral, guest_format: 'ext2', volume_size: 1 }])).status,
        202,
      )
      const formats = async () =>
        (await disksOf(it)).flatMap((disk) => ('guestFormat' in disk ? [disk.guestFormat] : []))
      assert.deepEqual((await formats()).toSorted(), ['ext2', 'swap'])
      await it.deps.databases.api.deleteFrom('build_requests').execute()
      assert.equal((await boot(it, [root])).status, 202)
      assert.deepEqual((await formats()).toSorted(), ['swap', 'xfs'])
    },
    { options: { OS_DEFAULT__DEFAULT_EPHEMERAL_FORMAT: 'xfs' } },
  ),
)

told('a volume that servers share can be a disk of a new server from version 2.60 only', async (cloud) => {
  cloud.around.volumes = [{ ...volume, status: 'in-use', multiattach: true }]
  const server = {
    ...{ name: 'web', imageRef: imageId, flavorRef: '2', networks: 'none' },
    block_device_mapping_v2: [root, fromVolume],
  }
  const asked = (version: string) => cloud.send('POST', '/servers', { body: { server }, version })
  const { status, body } = await asked('2.59')
  assert.deepEqual(
    [status, body.badRequest.message],
    [400, 'Multiattach volumes are only supported starting with compute API version 2.60.'],
  )
  assert.equal((await asked('2.60')).status, 202)
})
