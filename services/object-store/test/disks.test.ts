import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'

/** A store with a second storage policy that keeps two copies on three disks, and an audit that runs continuously. */
describe('objects on several disks', () => {
  let folder: string
  let disks: readonly string[] = []
  let cloud: TestCloud
  let account: SwiftAccount
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'disks-'))
    disks = ['a', 'b', 'c'].map((name) => join(folder, name))
    const secret = Buffer.alloc(32, 7).toString('base64')
    cloud = await startTestCloud({
      environment: {
        OS_OBJECTS__STORAGE_POLICIES: '1,2',
        'OS_STORAGE-POLICY:1__NAME': 'gold',
        'OS_STORAGE-POLICY:1__ALIASES': 'safe',
        'OS_STORAGE-POLICY:1__DEVICES': disks.join(','),
        'OS_STORAGE-POLICY:1__REPLICAS': '2',
        'OS_STORAGE-POLICY:2__NAME': 'old',
        'OS_STORAGE-POLICY:2__DEPRECATED': 'true',
        'OS_STORAGE-POLICY:2__DEVICES': join(folder, 'd'),
        'OS_OBJECT-AUDITOR__INTERVAL': '1',
        'OS_OBJECT-AUDITOR__FILES_PER_SECOND': '0',
        'OS_OBJECT-AUDITOR__BYTES_PER_SECOND': '0',
        'OS_FILTER:KEYMASTER__ENCRYPTION_ROOT_SECRET': secret,
        'OS_FILTER:RECON__ENABLED': 'true',
      },
    })
    account = swiftAccount(cloud, await cloud.person('ann'))
    await account.ask('PUT', '/gold', { headers: { 'x-storage-policy': 'Safe' } })
  })
  after(async () => {
    await cloud[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  /** The files with the bytes of objects, by disk. */
  const copies = async (): Promise<readonly string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile() && !one.parentPath.includes('quarantined'))
      .map((one) => join(one.parentPath, one.name))
      .sort()
  const recon = async (what: string): Promise<unknown> =>
    (await fetch(`${cloud.url}/object-store/recon/${what}`)).json()

  it('are stored by the policy of their container, which cannot change', async () => {
    const shown = await account.ask('HEAD', '/gold')
    assert.equal(shown.headers.get('x-storage-policy'), 'gold')
    await account.ask('PUT', '/usual')
    assert.equal((await account.ask('HEAD', '/usual')).headers.get('x-storage-policy'), 'Policy-0')
    for (const [policy, status] of [
      ['none', 400],
      ['old', 400],
      ['Policy-0', 409],
      ['GOLD', 202],
    ] as const)
      assert.equal(
        (await account.ask('PUT', '/gold', { headers: { 'x-storage-policy': policy } })).status,
        status,
        policy,
      )
    const { body: info } = await cloud.admin['object-store'].get('/info')
    assert.deepEqual(info.swift.policies, [
      { name: 'Policy-0', aliases: 'Policy-0', default: true },
      { name: 'gold', aliases: 'gold, safe' },
    ])
  })

  it('have as many copies as the policy says, and are counted for each policy', async () => {
    await account.ask('PUT', '/gold/two', { body: 'in two places' })
    assert.equal((await copies()).length, 2)
    await account.ask('PUT', '/usual/one', { body: 'elsewhere' })
    assert.equal((await copies()).length, 2)
    const { headers } = await account.ask('HEAD')
    assert.deepEqual(
      ['gold-object-count', 'gold-bytes-used', 'policy-0-object-count'].map((name) =>
        headers.get(`x-account-storage-policy-${name}`),
      ),
      ['1', '13', '1'],
    )
    await account.ask('DELETE', '/gold/two')
    assert.deepEqual(await copies(), [])
  })

  it('are read from another disk when one is missing, and written to the remaining ones', async () => {
    await account.ask('PUT', '/gold/kept', { body: 'kept' })
    for (const disk of disks) {
      await rename(disk, `${disk}-away`)
      assert.equal((await account.ask('GET', '/gold/kept')).text, 'kept')
      const put = await account.ask('PUT', `/gold/while-${disk.at(-1)}`, { body: 'written' })
      assert.equal(put.status, 201)
      await rename(`${disk}-away`, disk)
    }
    // The audit moves copies on substitute disks to the expected ones.
    await eventually(async () => {
      for (const disk of disks)
        assert.equal((await account.ask('GET', `/gold/while-${disk.at(-1)}`)).text, 'written')
      assert.equal((await copies()).length, 8)
    })
  })

  it('are removed from a disk that was away while they were deleted', async () => {
    const known = new Set((await copies()).map((path) => basename(path)))
    await account.ask('PUT', '/gold/doomed', { body: 'soon gone' })
    const doomed = async () => (await copies()).filter((path) => !known.has(basename(path)))
    const [copy = ''] = await doomed()
    const away = disks.find((disk) => copy.startsWith(`${disk}/`))
    assert.ok(away !== undefined)
    await rename(away, `${away}-away`)
    assert.equal((await account.ask('DELETE', '/gold/doomed')).status, 204)
    await rename(`${away}-away`, away)
    await eventually(async () => assert.deepEqual(await doomed(), []))
  })

  it('are quarantined when corrupted and restored from a good copy, and /recon reports it', async () => {
    const known = new Set((await copies()).map((path) => basename(path)))
    await account.ask('PUT', '/gold/rots', { body: 'whole and sound' })
    const [rotten, other] = (await copies()).filter((path) => !known.has(basename(path)))
    assert.ok(rotten !== undefined && other !== undefined)
    const id = basename(rotten)
    const before = await readFile(other)
    await writeFile(rotten, Buffer.alloc(before.length, 1))

    await eventually(async () => assert.deepEqual(await readFile(rotten), before))
    assert.equal((await account.ask('GET', '/gold/rots')).text, 'whole and sound')
    const aside = (await readdir(folder, { recursive: true })).filter((name) => /quarantined\/./.test(name))
    assert.deepEqual(
      aside.map((name) => basename(name)),
      [id],
    )
    await eventually(async () =>
      assert.deepEqual(await recon('quarantined'), { accounts: 0, containers: 0, objects: 1 }),
    )
    await rm(rotten)
    await eventually(async () => assert.deepEqual(await readFile(rotten), before))
  })

  it('have /recon report their disks and the work of auditor and expirer', async () => {
    const usage = await recon('diskusage')
    assert.ok(Array.isArray(usage))
    assert.deepEqual(
      usage.filter(({ device }) => disks.includes(device)).map(({ mounted }) => mounted),
      [true, true, true],
    )
    assert.match(JSON.stringify(await recon('auditor/object')), /"object_auditor_stats_ALL":\{"passes":\d+/)
    assert.match(JSON.stringify(await recon('expirer/object')), /"expired_last_pass":0/)
    for (const what of ['mem', 'load', 'version', 'time', 'devices', 'mounted', 'unmounted'])
      assert.ok(await recon(what), what)
    assert.equal((await fetch(`${cloud.url}/object-store/recon/nothing`)).status, 404)
  })
})
