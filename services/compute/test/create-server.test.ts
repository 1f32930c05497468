import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instanceMappings } from '../src/db/cells/instance-mappings.ts'
import { admin, cell1Id, imageId, networkId, type Story, story } from './compute-story.ts'

const wish = (parts: object = {}) => ({
  server: { name: 'web', imageRef: imageId, flavorRef: '1', ...parts },
})
const boot = ({ send }: Story, parts: object = {}, version?: string) =>
  send('POST', '/servers', { body: wish(parts), ...(version ? { version } : {}) })

test(
  'an accepted server is shown in BUILD at once, with its flow, and the conductor is told',
  story(async (cloud) => {
    const reply = await boot(cloud, { metadata: { colour: 'red' } })
    assert.equal(reply.status, 202)
    const { id, adminPass, links } = reply.body.server
    assert.equal(reply.headers.location, `http://cloud/compute/v2.1/servers/${id}`)
    assert.equal(adminPass.length, 12)
    assert.equal(links[1].href, `http://cloud/compute/servers/${id}`)
    assert.deepEqual(cloud.around.toldConductor, [`build ${id}`])
    const { body } = await cloud.send('GET', `/servers/${id}`)
    assert.equal(body.server.status, 'BUILD')
    assert.equal(body.server['OS-EXT-STS:task_state'], 'scheduling')
    assert.deepEqual(body.server.metadata, { colour: 'red' })
    const flows = await cloud.deps.databases.api.selectFrom('flows').selectAll().execute()
    assert.deepEqual(
      flows.map(({ name, subject }) => [name, subject]),
      [['boot-server', id]],
    )
    assert.ok(
      !JSON.stringify(
        await cloud.deps.databases.api.selectFrom('build_requests').selectAll().execute(),
      ).includes(adminPass),
    )
  }),
)

test(
  'several servers of one request get numbered names and a reservation id',
  story(async (cloud) => {
    const reply = await boot(cloud, { min_count: 2, max_count: 3, return_reservation_id: true })
    assert.equal(reply.status, 202)
    assert.match(reply.body.reservation_id, /^r-[a-z0-9]{8}$/)
    const { body } = await cloud.send('GET', '/servers')
    assert.deepEqual(body.servers.map(({ name }: { name: string }) => name).sort(), [
      'web-1',
      'web-2',
      'web-3',
    ])
  }),
)

test(
  'a request for billions of servers gets as many as the quota allows, at once',
  story(async (cloud) => {
    const most = { networks: 'none', min_count: 1, max_count: 2_147_483_647 }
    assert.equal((await boot(cloud, most, '2.37')).status, 202)
    const { body } = await cloud.send('GET', '/servers')
    assert.equal(body.servers.length, 10)
    const more = await boot(cloud, most, '2.37')
    assert.deepEqual(
      [more.status, more.body.forbidden?.message],
      [403, 'Quota exceeded for instances: Requested 1, but already used 10 of 10 instances'],
    )
  }),
)

test(
  'the images of the kernel and the RAM disk that an image names must exist, and servers show them and are found by them',
  story(async (cloud) => {
    const [image] = cloud.around.images
    assert.ok(image)
    const [kernel_id, ramdisk_id] = [
      '11111111-3333-4111-8111-111111111111',
      '11111111-4444-4111-8111-111111111111',
    ]
    const used = { ...image, id: '11111111-5555-4111-8111-111111111111', kernel_id, ramdisk_id }
    cloud.around.images.push(used, { ...image, id: kernel_id })
    const parts = { imageRef: used.id }
    const refused = await boot(cloud, parts)
    assert.deepEqual(
      [refused.status, refused.body.badRequest?.message],
      [400, 'Can not find requested image'],
    )
    const { id: other } = await cloud.addServer()
    const rebuilt = await cloud.send('POST', `/servers/${other}/action`, { body: { rebuild: parts } })
    assert.deepEqual(
      [rebuilt.status, rebuilt.body.badRequest?.message],
      [400, 'Cannot find image for rebuild'],
    )
    cloud.around.images.push({ ...image, id: ramdisk_id })
    const { id } = (await boot(cloud, parts)).body.server
    const { server } = (await cloud.send('GET', `/servers/${id}`, { as: admin, version: '2.3' })).body
    assert.deepEqual(
      [server['OS-EXT-SRV-ATTR:kernel_id'], server['OS-EXT-SRV-ATTR:ramdisk_id']],
      [kernel_id, ramdisk_id],
    )
    const listed = async (query: string) => {
      const { body } = await cloud.send('GET', `/servers?${query}`, { as: admin })
      return body.servers.map((one: { id: string }) => one.id)
    }
    const { id: stored } = await cloud.addServer({ imageProperties: { kernel_id, ramdisk_id: 'another' } })
    assert.deepEqual((await listed(`all_tenants=1&kernel_id=${kernel_id}`)).sort(), [id, stored].sort())
    assert.deepEqual(await listed(`all_tenants=1&kernel_id=${kernel_id}&ramdisk_id=${ramdisk_id}`), [id])
    assert.deepEqual(await listed(`all_tenants=1&kernel_id=${ramdisk_id}`), [])
    const without = { ...used, id: '11111111-6666-4111-8111-111111111111', kernel_id: 'nokernel' }
    cloud.around.images.push({ ...without, ramdisk_id: 'nothing' })
    assert.equal((await boot(cloud, { imageRef: without.id })).status, 202)
  }),
)

const refusals: readonly [string, object, string | undefined, number, RegExp][] = [
  [
    'an empty name',
    { name: '' },
    undefined,
    400,
    /^Invalid input for field\/attribute name\. Value: \. '' is too short$/,
  ],
  [
    'an unknown field',
    { colour: 'red' },
    undefined,
    400,
    /Additional properties are not allowed \('colour' was unexpected\)/,
  ],
  [
    'an unknown image',
    { imageRef: '99999999-1111-4111-8111-111111111111' },
    undefined,
    400,
    /^Can not find requested image$/,
  ],
  ['an unknown flavor', { flavorRef: '77' }, undefined, 400, /^Flavor 77 could not be found\.$/],
  ['an unknown key pair', { key_name: 'mine' }, undefined, 400, /^Invalid key_name provided\.$/],
  [
    'an unknown network',
    { networks: [{ uuid: '99999999-2222-4222-8222-222222222222' }] },
    undefined,
    400,
    /^Network 99999999-2222-4222-8222-222222222222 could not be found\.$/,
  ],
  [
    'an unknown security group',
    { security_groups: [{ name: 'ghost' }] },
    undefined,
    400,
    /^Security group ghost not found\.$/,
  ],
  [
    'user data that is not base64',
    { user_data: 'not base64!' },
    undefined,
    400,
    /User data needs to be valid base 64\./,
  ],
  [
    'min_count above max_count',
    { min_count: 3, max_count: 2 },
    undefined,
    400,
    /^min_count must be <= max_count$/,
  ],
  ['a request without networks from 2.37 on', {}, '2.37', 400, /'networks' is a required property/],
  [
    'personality from 2.57 on',
    { networks: 'none', personality: [] },
    '2.57',
    400,
    /'personality' was unexpected/,
  ],
  ['tags before 2.52', { tags: ['a'] }, '2.26', 400, /'tags' was unexpected/],
  [
    'a request without anything to boot from',
    { imageRef: '' },
    undefined,
    400,
    /^Missing imageRef attribute$/,
  ],
  [
    'an unknown availability zone',
    { availability_zone: 'moon' },
    undefined,
    400,
    /^The requested availability zone is not available$/,
  ],
  [
    'a forced host, from a user who is no admin',
    { availability_zone: 'nova:host-1' },
    undefined,
    403,
    /^Policy doesn't allow os_compute_api:servers:create:forced_host to be performed\.$/,
  ],
  [
    'more servers than the quota',
    { min_count: 11 },
    undefined,
    403,
    /^Quota exceeded for instances: Requested 11, but already used 0 of 10 instances$/,
  ],
  [
    'several servers with one fixed IP',
    { max_count: 2, networks: [{ uuid: networkId, fixed_ip: '10.0.0.7' }] },
    undefined,
    400,
    /^Failed to launch instances: max_count cannot be greater than 1 if an fixed_ip is specified\.$/,
  ],
  [
    'several servers with one port',
    { min_count: 2, networks: [{ port: '22222222-3333-4222-8222-222222222222' }] },
    undefined,
    400,
    /^Failed to launch instances: Unable to launch multiple instances with a single configured port ID\. /,
  ],
  ['more ports than the quota', { min_count: 5 }, undefined, 403, /^Maximum number of ports exceeded$/],
]

for (const [what, parts, version, status, message] of refusals)
  test(
    `POST /servers refuses ${what}`,
    story(async (cloud) => {
      const reply = await boot(cloud, parts, version)
      assert.equal(reply.status, status)
      const [envelope] = Object.values(reply.body) as { code: number; message: string }[]
      assert.equal(envelope?.code, status)
      assert.match(envelope?.message ?? '', message)
      assert.deepEqual(cloud.around.toldConductor, [])
    }),
  )

const disk = {
  source_type: 'image',
  destination_type: 'volume',
  uuid: imageId,
  boot_index: 0,
  volume_size: 1,
}

/** A field in a microversion (`2.N`, by N) that does not have it; then the name of the field. */
const newer: readonly [version: number, parts: object, name: string][] = [
  [18, { description: 'front' }, 'description'],
  [31, { networks: [{ uuid: networkId, tag: 'public' }] }, 'tag'],
  [31, { block_device_mapping_v2: [{ ...disk, tag: 'system' }] }, 'tag'],
  [33, { block_device_mapping_v2: [{ ...disk, tag: 'system' }] }, 'tag'],
  [41, { networks: [{ uuid: networkId, tag: 'public' }] }, 'tag'],
  [51, { networks: 'none', tags: ['blue'] }, 'tags'],
  [62, { networks: 'none', trusted_image_certificates: [imageId] }, 'trusted_image_certificates'],
  [66, { networks: 'none', block_device_mapping_v2: [{ ...disk, volume_type: 'fast' }] }, 'volume_type'],
  [73, { networks: 'none', host: 'host-1' }, 'host'],
  [89, { networks: 'none', hostname: 'front' }, 'hostname'],
]
for (const [version, parts, name] of newer)
  test(
    `POST /servers refuses ${name} in 2.${version}`,
    story(async (cloud) => {
      const reply = await boot(cloud, parts, `2.${version}`)
      assert.equal(reply.status, 400)
      assert.ok(reply.body.badRequest.message.includes(`'${name}' was unexpected`))
    }),
  )

test(
  'NICs and disks can be tagged in the versions that support it',
  story(async (cloud) => {
    const networks = [{ uuid: networkId, tag: 'public' }]
    for (const version of ['2.32', '2.36', '2.42'])
      assert.equal((await boot(cloud, { networks }, version)).status, 202, version)
    const block_device_mapping_v2 = [{ ...disk, tag: 'system' }]
    for (const version of ['2.32', '2.42'])
      assert.equal((await boot(cloud, { networks, block_device_mapping_v2 }, version)).status, 202, version)
  }),
)

test(
  'an image that needs more memory or disk than the flavor has is refused',
  story(async (cloud) => {
    const [image] = cloud.around.images
    assert.ok(image)
    cloud.around.images = [{ ...image, min_ram: 1024 }]
    assert.match((await boot(cloud)).body.badRequest.message, /memory is too small/)
    cloud.around.images = [{ ...image, size: 2 ** 31 }]
    assert.match(
      (await boot(cloud)).body.badRequest.message,
      /^Flavor's disk is too small for requested image\. Flavor disk is 1073741824 bytes, image is 2147483648 bytes\.$/,
    )
  }),
)

test(
  'a request that names no network is refused if there are two networks, and accepted if there is none',
  story(async (cloud) => {
    const [network] = cloud.around.networks
    assert.ok(network)
    cloud.around.networks = [network, { ...network, id: '55555555-2222-4222-8222-222222222222' }]
    const ambiguous = await boot(cloud)
    assert.equal(ambiguous.status, 409)
    assert.equal(
      ambiguous.body.conflictingRequest.message,
      'Multiple possible networks found, use a Network ID to be more specific.',
    )
    assert.equal((await boot(cloud, { networks: [{ uuid: networkId }] })).status, 202)
    cloud.around.networks = []
    assert.equal((await boot(cloud)).status, 202)
    assert.equal((await boot(cloud, { networks: 'auto' }, '2.37')).status, 400)
  }),
)

test(
  'a server counts towards the quota when it is mapped to a cell but not yet recorded there',
  story(async (cloud) => {
    for (let made = 0; made < 9; made += 1) await cloud.addServer()
    const { server } = (await boot(cloud)).body
    const { databases, clock } = cloud.deps
    await instanceMappings(databases.api, clock).setCell(server.id, cell1Id)
    assert.equal((await boot(cloud)).status, 403)
  }),
)

test(
  'servers that are being scheduled count towards the quota like servers in cells',
  story(async (cloud) => {
    for (let made = 0; made < 9; made += 1) await cloud.addServer()
    assert.equal((await boot(cloud)).status, 202)
    const over = await boot(cloud)
    assert.equal(over.status, 403)
    assert.equal(
      over.body.forbidden.message,
      'Quota exceeded for instances: Requested 1, but already used 10 of 10 instances',
    )
    const raised = await cloud.send('PUT', '/os-quota-sets/project-1', {
      body: { quota_set: { instances: 11 } },
      as: admin,
    })
    assert.equal(raised.body.quota_set.instances, 11)
    assert.equal((await boot(cloud)).status, 202)
  }),
)

test(
  'a request for several servers boots as many as the quota allows',
  story(async (cloud) => {
    for (let made = 0; made < 8; made += 1) await cloud.addServer()
    assert.equal((await boot(cloud, { min_count: 1, max_count: 5 })).status, 202)
    assert.equal(cloud.around.toldConductor.length, 2)
  }),
)

test(
  'a server that is not in a cell yet can be deleted, and is gone for its owner at once',
  story(async (cloud) => {
    const { id } = (await boot(cloud)).body.server
    assert.equal((await cloud.send('DELETE', `/servers/${id}`)).status, 204)
    assert.equal((await cloud.send('GET', `/servers/${id}`)).status, 404)
    assert.ok(cloud.around.toldConductor.includes(`cancel ${id}`))
  }),
)

const withProperties = ({ around }: Story, properties: Readonly<Record<string, string>>): void => {
  const [image] = around.images
  assert.ok(image !== undefined)
  around.images = [{ ...image, ...properties }]
}

test(
  'an image may demand a config drive',
  story(async (cloud) => {
    const driveOf = async (): Promise<string> => {
      const { body } = await boot(cloud, { networks: 'none' }, '2.37')
      return (await cloud.send('GET', `/servers/${body.server.id}`)).body.server.config_drive
    }
    assert.equal(await driveOf(), '')
    withProperties(cloud, { img_config_drive: 'mandatory' })
    assert.equal(await driveOf(), 'True')
  }),
)

test(
  'an image decides on the automatic disk configuration if the request does not, and may forbid it',
  story(async (cloud) => {
    const booted = async (asked: object = {}) => {
      const { status, body } = await boot(cloud, { networks: 'none', ...asked }, '2.37')
      return status === 202 ? body.server['OS-DCF:diskConfig'] : body.badRequest.message
    }
    const auto = { 'OS-DCF:diskConfig': 'AUTO' }
    assert.deepEqual([await booted(), await booted(auto)], ['MANUAL', 'AUTO'])
    withProperties(cloud, { auto_disk_config: 'true' })
    assert.equal(await booted(), 'AUTO')
    withProperties(cloud, { auto_disk_config: 'disabled' })
    assert.equal(await booted(), 'MANUAL')
    assert.equal(await booted(auto), `Requested image ${imageId} has automatic disk resize disabled.`)
  }),
)

test(
  'a TPM that flavor and image request differently, or that does not exist, is refused',
  story(async (cloud) => {
    const refusal = async (properties: Readonly<Record<string, string>>) => {
      withProperties(cloud, { hw_tpm_version: '2.0', hw_tpm_model: 'tpm-tis', ...properties })
      const { status, body } = await boot(cloud, { networks: 'none' }, '2.37')
      return status === 202 ? undefined : body.badRequest.message
    }
    assert.equal(await refusal({}), undefined)
    assert.equal(
      await refusal({ hw_tpm_version: '1.2', hw_tpm_model: 'tpm-crb' }),
      'TPM model CRB is only valid with TPM version 2.0.',
    )
    assert.equal(
      await refusal({ hw_tpm_version: '3.0' }),
      'Invalid image metadata. Error: Field value 3.0 is invalid',
    )
    const specs = { extra_specs: { 'hw:tpm_version': '2.0' } }
    await cloud.send('POST', '/flavors/1/os-extra_specs', { body: specs, as: admin })
    assert.equal(
      await refusal({ hw_tpm_version: '1.2' }),
      'Conflicting values for hw:tpm_version found in the flavor (2.0) and the image (1.2).',
    )
  }),
)

test(
  'a list of servers on the same host must consist of ids',
  story(async (cloud) => {
    const hinted = async (same_host: unknown) => {
      const body = { ...wish({ networks: 'none' }), 'os:scheduler_hints': { same_host } }
      return (await cloud.send('POST', '/servers', { body, version: '2.37' })).status
    }
    const id = '33333333-3333-4333-8333-333333333333'
    assert.deepEqual([await hinted([id]), await hinted('web'), await hinted(['web'])], [202, 202, 400])
  }),
)
