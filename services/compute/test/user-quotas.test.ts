import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flavors } from '../src/db/flavors.ts'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { services } from '../src/db/hosts/services.ts'
import { admin, cell1Id, imageId, type Reply, type Story, story } from './compute-story.ts'

const path = '/os-quota-sets/project-1'
const ofUser = (user = 'user-1') => `${path}?user_id=${user}`
const other = { user: 'user-2' }

const put = ({ send }: Story, target: string, limits: object) =>
  send('PUT', target, { body: { quota_set: limits }, as: admin })
const show = async ({ send }: Story, target: string) =>
  (await send('GET', target, { as: admin })).body.quota_set

/** Sets limits, which must succeed. */
const limit = async (it: Story, target: string, limits: object): Promise<void> => {
  const reply = await put(it, target, limits)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

const boot = ({ send }: Story, parts: object = {}, sent: object = {}) =>
  send('POST', '/servers', {
    body: { server: { name: 'web', imageRef: imageId, flavorRef: '1', ...parts } },
    ...sent,
  })

const bootInGroup = ({ send }: Story, group: string, sent: object = {}) =>
  send('POST', '/servers', {
    body: {
      server: { name: 'web', imageRef: imageId, flavorRef: '1' },
      'os:scheduler_hints': { group },
    },
    ...sent,
  })

const told = ({ status, body }: Reply) => [status, (body.badRequest ?? body.forbidden).message]

test(
  'limits set for a user apply to that user only, and those not set are the project’s',
  story(async (it) => {
    await limit(it, path, { instances: 8, ram: -1 })
    const set = await put(it, ofUser(), { cores: '3', server_groups: 1, ram: 4096 })
    const { cores, instances, ram } = set.body.quota_set
    assert.deepEqual([set.status, cores, instances, ram], [200, 3, 8, 4096])
    assert.ok(!('id' in set.body.quota_set))
    const shown = await show(it, ofUser())
    assert.deepEqual(
      [shown.id, shown.cores, shown.instances, shown.ram, shown.server_groups],
      ['project-1', 3, 8, 4096, 1],
    )
    assert.equal((await show(it, ofUser('user-2'))).cores, 20)
    const ofProject = await show(it, path)
    assert.deepEqual([ofProject.cores, ofProject.ram, ofProject.server_groups], [20, -1, 10])
    assert.equal((await show(it, `${path}?user_id=`)).cores, 20)
    const { absolute } = (await it.send('GET', '/limits')).body.limits
    assert.equal(absolute.maxTotalCores, 20, 'GET /limits is about the project')
  }),
)

test(
  'the quota details of a user show the usage of the user, not of the project',
  story(async (it) => {
    await it.addServer()
    await it.addServer({ userId: 'user-2' })
    assert.equal((await boot(it, {}, { as: other })).status, 202)
    const group = { server_group: { name: 'g', policy: 'affinity' } }
    assert.equal((await it.send('POST', '/os-server-groups', { body: group, version: '2.64' })).status, 200)
    await limit(it, ofUser(), { cores: 3 })
    const usedBy = async (query: string) => {
      const all = await show(it, `${path}/detail${query}`)
      return ['instances', 'cores', 'ram', 'server_groups'].map((name) => all[name].in_use)
    }
    assert.deepEqual(await usedBy(''), [3, 3, 1536, 1])
    assert.deepEqual(await usedBy('?user_id=user-1'), [1, 1, 512, 1])
    assert.deepEqual(await usedBy('?user_id=user-2'), [2, 2, 1024, 0])
    const detail = await show(it, `${path}/detail?user_id=user-1`)
    assert.deepEqual(detail.cores, { limit: 3, in_use: 1, reserved: 0 })
  }),
)

test(
  'a user’s limit cannot exceed what other users’ limits leave of the project’s, nor be below the usage',
  story(async (it) => {
    await it.addServer()
    await limit(it, path, { cores: 10 })
    await limit(it, ofUser('user-2'), { cores: 4 })
    const most = 'must be less than or equal to 6.'
    assert.deepEqual(told(await put(it, ofUser(), { cores: 7 })), [400, `Quota limit 7 for cores ${most}`])
    assert.deepEqual(told(await put(it, ofUser(), { cores: -1 })), [400, `Quota limit -1 for cores ${most}`])
    assert.deepEqual(told(await put(it, ofUser(), { injected_file_path_bytes: 256 })), [
      400,
      'Quota limit 256 for injected_file_path_bytes must be less than or equal to 255.',
    ])
    assert.deepEqual(told(await put(it, ofUser(), { ram: 4096, cores: 0 })), [
      400,
      'Quota limit 0 for cores must be greater than or equal to already used and reserved 1.',
    ])
    assert.equal((await show(it, ofUser())).ram, 51_200, 'nothing of a refused request is kept')
    await limit(it, ofUser(), { cores: 6 })
    await limit(it, ofUser(), { cores: 5 })
    await limit(it, ofUser('user-2'), { cores: 5 })
    assert.deepEqual(told(await put(it, path, { cores: 9 })), [
      400,
      'Quota limit 9 for cores must be greater than or equal to already used and reserved 10.',
    ])
    await limit(it, ofUser(), { cores: 20, force: true })
    await limit(it, path, { cores: 9 })
    await limit(it, path, { cores: 2, force: true })
    assert.deepEqual([(await show(it, path)).cores, (await show(it, ofUser())).cores], [2, 20])
  }),
)

test(
  'limits of addresses that are set for a user apply to the whole project',
  story(async (it) => {
    await limit(it, ofUser(), { fixed_ips: 7, security_groups: 8 })
    const ofProject = await show(it, path)
    assert.deepEqual([ofProject.fixed_ips, ofProject.security_groups], [7, -1])
    assert.equal((await show(it, ofUser())).security_groups, 8)
  }),
)

test(
  'the limits of one user can be deleted, and deleting those of the project deletes all users’',
  story(async (it) => {
    await limit(it, path, { cores: 10 })
    for (const user of ['user-1', 'user-2']) await limit(it, ofUser(user), { cores: 3 })
    const cores = async () => [
      (await show(it, path)).cores,
      (await show(it, ofUser())).cores,
      (await show(it, ofUser('user-2'))).cores,
    ]
    assert.equal((await it.send('DELETE', ofUser())).status, 403)
    assert.deepEqual(await cores(), [10, 3, 3])
    assert.equal((await it.send('DELETE', ofUser(), { as: admin })).status, 202)
    assert.deepEqual(await cores(), [10, 10, 3])
    assert.equal((await it.send('DELETE', path, { as: admin })).status, 202)
    assert.deepEqual(await cores(), [20, 20, 20])
  }),
)

test(
  'a user cannot boot more servers than the user’s limit, while other users of the project still can',
  story(async (it) => {
    await it.addServer({ userId: 'user-2' })
    await it.addServer()
    await limit(it, ofUser(), { instances: 3 })
    assert.equal((await boot(it, { min_count: 1, max_count: 5 })).status, 202)
    assert.equal(it.around.toldConductor.length, 2, 'as many as fit')
    const refused = [403, 'Quota exceeded for instances: Requested 1, but already used 3 of 3 instances']
    assert.deepEqual(told(await boot(it)), refused)
    assert.equal((await boot(it, {}, { as: other })).status, 202)
    await limit(it, path, { instances: 5 })
    assert.equal((await boot(it, {}, { as: other })).status, 403, 'the project is full')
    await limit(it, path, { instances: 6 })
    assert.deepEqual(told(await boot(it)), refused)
    assert.equal((await it.send('DELETE', ofUser(), { as: admin })).status, 202)
    assert.equal((await boot(it)).status, 202)
  }),
)

test(
  'resize and restore count against the limits of the server’s user, even if an admin asks',
  story(
    async (it) => {
      const { databases, clock } = it.deps
      const size = { memoryMb: 1024, rootGb: 2, ephemeralGb: 0, swapMb: 0, rxtxFactor: 1, extraSpecs: {} }
      const about = { isPublic: true, disabled: false, description: null }
      await flavors(databases.api, clock).create({ id: '2', name: 'm1.small', vcpus: 3, ...size, ...about })
      await hostMappings(databases.api, clock).add('host-1', cell1Id)
      const hosts = services(await databases.cell(cell1Id), clock)
      await hosts.report((await hosts.ensure('host-1', 'nova-compute', 1)).id)
      const { id } = await it.addServer()
      const deleted = await it.addServer({ vmState: 'soft-delete', terminatedAt: '2025-12-31T23:00:00.000Z' })
      await it.addServer({ userId: 'user-2' })
      await limit(it, ofUser(), { cores: 2, instances: 1 })
      const act = (server: string, body: object) =>
        it.send('POST', `/servers/${server}/action`, { body, as: { ...admin, project: 'project-1' } })
      assert.deepEqual(told(await act(id, { resize: { flavorRef: '2' } })), [
        403,
        'Quota exceeded for cores: Requested 2, but already used 1 of 2 cores',
      ])
      assert.deepEqual(told(await act(deleted.id, { restore: null })), [
        403,
        'Quota exceeded for instances: Requested 1, but already used 1 of 1 instances',
      ])
      await limit(it, ofUser(), { cores: 4, instances: 2 })
      assert.equal((await act(deleted.id, { restore: null })).status, 202)
      assert.equal((await act(id, { resize: { flavorRef: '2' } })).status, 202)
    },
    { options: { OS_DEFAULT__RECLAIM_INSTANCE_INTERVAL: '3600' } },
  ),
)

test(
  'limits of a user also hold for metadata items, key pairs, server groups and their members',
  story(async (it) => {
    const group = (name: string, sent: object = {}) =>
      it.send('POST', '/os-server-groups', {
        body: { server_group: { name, policy: 'affinity' } },
        version: '2.64',
        ...sent,
      })
    const key = (name: string, sent: object = {}) =>
      it.send('POST', '/os-keypairs', { body: { keypair: { name } }, ...sent })
    assert.equal((await group('theirs', { as: other })).status, 200)
    await limit(it, ofUser(), { metadata_items: 1, key_pairs: 1, server_groups: 1, server_group_members: 1 })
    const metadata = { one: '1', two: '2' }
    assert.deepEqual(told(await boot(it, { metadata })), [403, 'Maximum number of metadata items exceeds 1'])
    assert.equal((await boot(it, { metadata }, { as: other })).status, 202)
    assert.equal((await key('one')).status, 200)
    assert.deepEqual(told(await key('two')), [403, 'Quota exceeded, too many key pairs.'])
    const made = await group('mine')
    assert.equal(made.status, 200)
    assert.deepEqual(told(await group('more')), [403, 'Quota exceeded, too many server groups.'])
    const inGroup = (sent: object = {}) => bootInGroup(it, made.body.server_group.id, sent)
    for (const as of [other, {}]) assert.equal((await inGroup({ as })).status, 202)
    assert.deepEqual(told(await inGroup()), [403, 'Quota exceeded, too many servers in group.'])
    assert.equal((await inGroup({ as: other })).status, 202)
  }),
)

test(
  'a project’s limit of members of a server group is counted for each user separately',
  story(async (it) => {
    await limit(it, path, { server_group_members: 1 })
    const group = { server_group: { name: 'together', policy: 'affinity' } }
    const made = await it.send('POST', '/os-server-groups', { body: group, version: '2.64' })
    const inGroup = (as: object) => bootInGroup(it, made.body.server_group.id, { as })
    for (const as of [other, {}]) {
      assert.equal((await inGroup(as)).status, 202)
      assert.deepEqual(told(await inGroup(as)), [403, 'Quota exceeded, too many servers in group.'])
    }
  }),
)

test(
  'with unified limits, setting and deleting quotas is accepted but changes nothing',
  story(
    async (it) => {
      const before = await show(it, path)
      for (const target of [ofUser(), path]) {
        await limit(it, target, { cores: 7, instances: 9 })
        assert.deepEqual(await show(it, ofUser()), before)
        assert.equal((await it.send('DELETE', target, { as: admin })).status, 202)
      }
      const { api } = it.deps.databases
      for (const table of ['quotas', 'project_user_quotas'] as const)
        assert.deepEqual(await api.selectFrom(table).selectAll().execute(), [])
    },
    { options: { OS_QUOTA__DRIVER: 'nova.quota.UnifiedLimitsDriver' } },
  ),
)
