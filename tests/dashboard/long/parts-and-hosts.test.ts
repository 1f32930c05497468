import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser } from 'playwright-core'
import { assertNoComplaints, browserMissing, enter, goTo, openBrowser, sitDown } from '../browser.ts'
import { Visitor } from '../visitor.ts'

describe('the panels of sub-resources, and actions on all servers of a host', {
  skip: browserMissing,
}, () => {
  let cloud: TestCloud
  let browser: Browser
  let visitor: Visitor
  let network: Awaited<ReturnType<typeof makeNetwork>>

  before(async () => {
    cloud = await startTestCloud({ hosts: 2, environment: notificationSettings() })
    network = await makeNetwork(cloud.admin)
    browser = await openBrowser()
    const page = await sitDown(browser, { url: cloud.url })
    await enter(page, 'admin', cloud.access.password)
    visitor = new Visitor(page, 'en-US')
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
  })

  /** Creates an item in a tab of another item. */
  const makeHere = async (panel: string, values: Parameters<Visitor['send']>[0]): Promise<void> => {
    const kind = visitor.t(`panel.${panel}.one`)
    await visitor.page.getByRole('button', { name: visitor.t('shell.create', { kind }), exact: true }).click()
    await visitor.send(values)
  }

  const confirm = async (action: string): Promise<void> => {
    const dialog = visitor.page.getByRole('dialog')
    await dialog.getByRole('button', { name: visitor.t(`action.${action}`), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  it('add a static route to a router and remove it', async () => {
    const { body } = await cloud.admin.network.post('/v2.0/routers', { router: { name: 'edge' } })
    const { id } = body.router
    await cloud.admin.network.put(`/v2.0/routers/${id}/add_router_interface`, { subnet_id: network.subnetId })
    const { body: shown } = await cloud.admin.network.get(`/v2.0/subnets/${network.subnetId}`)
    const nexthop = String(shown.subnet.allocation_pools[0].end)
    await visitor.open('/project/routers', 'edge')
    await visitor.tab('routes')
    await makeHere('router-routes', { destination: '192.0.2.0/24', nexthop })
    await visitor.row('192.0.2.0/24').getByText(nexthop).waitFor()
    await visitor.lookClosely()
    await visitor.act('192.0.2.0/24', 'delete')
    await confirm('delete')
    await visitor.row('192.0.2.0/24').waitFor({ state: 'detached' })
    assert.deepEqual((await cloud.admin.network.get(`/v2.0/routers/${id}`)).body.router.routes, [])
  })

  it('create a router for another project', async () => {
    const { body } = await cloud.admin.identity.post('/v3/projects', { project: { name: 'tenant' } })
    const values = { project_id: { choose: 'tenant' }, name: 'for-others' }
    await visitor.make('/admin/routers', values, 'for-others')
    const { routers } = (await cloud.admin.network.get('/v2.0/routers?name=for-others')).body
    assert.equal(routers[0].project_id, body.project.id)
  })

  it('add and remove single address pairs and fixed IPs of a port', async () => {
    const { body } = await cloud.admin.network.post('/v2.0/ports', {
      port: {
        ...{ name: 'virtual', network_id: network.id },
        allowed_address_pairs: [{ ip_address: '198.51.100.1' }],
      },
    })
    const { id } = body.port
    const shown = async () => (await cloud.admin.network.get(`/v2.0/ports/${id}`)).body.port
    await visitor.open('/project/ports', 'virtual')
    await visitor.tab('port-address-pairs')
    await makeHere('port-address-pairs', { ip_address: '198.51.100.7' })
    await visitor.row('198.51.100.7').waitFor()
    await visitor.lookClosely()
    await visitor.act('198.51.100.1', 'remove')
    await confirm('remove')
    await visitor.row('198.51.100.1 ').waitFor({ state: 'detached' })
    const pairs: readonly { readonly ip_address: string }[] = (await shown()).allowed_address_pairs
    assert.deepEqual(
      pairs.map(({ ip_address }) => ip_address),
      ['198.51.100.7'],
    )
    await visitor.tab('port-fixed-ips')
    const [{ ip_address: first }] = (await shown()).fixed_ips
    await visitor.row(first).waitFor()
    await visitor.page
      .getByRole('button', {
        name: visitor.t('shell.create', { kind: visitor.t('panel.port-fixed-ips.one') }),
      })
      .click()
    await visitor.field('subnet_id').selectOption({ index: 1 })
    await visitor.send({})
    await visitor.page.getByRole('row').nth(2).waitFor()
    await visitor.act(first, 'remove')
    await confirm('remove')
    await visitor.row(first).waitFor({ state: 'detached' })
    assert.equal((await shown()).fixed_ips.length, 1)
  })

  it('clone a volume group and a volume, and create a volume from a snapshot', async () => {
    const { volume, projectId } = cloud.admin
    const at = (path: string): string => `/v3/${projectId}${path}`
    const { body: type } = await volume.post(at('/group_types'), { group_type: { name: 'consistent' } })
    const { body: types } = await volume.get(at('/types'))
    await volume.post(at(`/group_types/${type.group_type.id}/group_specs`), {
      group_specs: { consistent_group_snapshot_enabled: '<is> True' },
    })
    await volume.post(at('/groups'), {
      group: { name: 'pair', group_type: type.group_type.id, volume_types: [types.volume_types[0].id] },
    })
    const [first] = (await volume.get(at('/groups'))).body.groups
    await eventually(async () =>
      assert.equal((await volume.get(at(`/groups/${first.id}`))).body.group.status, 'available'),
    )
    const within = { name: 'inside', size: 1, group_id: first.id, volume_type: types.volume_types[0].id }
    const { body: inside } = await volume.post(at('/volumes'), { volume: within })
    await volumeInStatus(cloud.admin, inside.volume.id, 'available')
    await goTo(visitor.page, '/project/volume-groups')
    await visitor.row('pair').getByText(visitor.t('state.available')).waitFor()
    await visitor.act('pair', 'clone-group')
    await visitor.send({ name: 'second' })
    await visitor.row('second').waitFor()
    await makeVolume(cloud.admin, 'plain')
    await goTo(visitor.page, '/project/volumes')
    await visitor.act('plain', 'create-snapshot')
    await visitor.send({ name: 'moment' })
    await visitor.act('plain', 'clone')
    await visitor.send({ name: 'twin' })
    await visitor.row('twin').waitFor()
    await goTo(visitor.page, '/project/snapshots')
    await visitor.row('moment').getByText(visitor.t('state.available')).waitFor()
    await visitor.act('moment', 'create-volume')
    await visitor.send({ name: 'again' })
    await goTo(visitor.page, '/project/volumes')
    await visitor.row('again').getByText(visitor.t('state.available')).waitFor()
  })

  it('copy an object and replace its content', async () => {
    const { url, admin } = cloud
    const at = `${url}/object-store/v1/AUTH_${admin.projectId}`
    const request = (method: string, path: string, body?: string) =>
      fetch(`${at}${path}`, {
        method,
        headers: { 'x-auth-token': admin.token },
        ...(body === undefined ? {} : { body }),
      })
    await request('PUT', '/shelf')
    await request('PUT', '/store')
    await request('PUT', '/shelf/a%20b/note.txt', 'first')
    await visitor.open('/project/containers', 'shelf')
    await visitor.tab('objects')
    await visitor.act('a b/note.txt', 'copy')
    await visitor.send({ container: { choose: 'store' }, name: 'copy.txt' })
    assert.equal(await (await request('GET', '/store/copy.txt')).text(), 'first')
    await visitor.act('a b/note.txt', 'replace-content')
    await visitor.page.locator('input[type=file]').setInputFiles({
      ...{ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('second') },
    })
    await visitor.send({})
    assert.equal(await (await request('GET', '/shelf/a%20b/note.txt')).text(), 'second')
  })

  it('import a metadata namespace, change it, and associate it with a resource type', async () => {
    const { page, t } = visitor
    await goTo(page, '/admin/metadata-namespaces?do=create')
    await visitor.field('namespace').fill('OS::Example::Disk')
    await page.getByRole('button', { name: t('shell.form.advanced') }).click()
    const definition = { properties: { speed: { title: 'Speed', type: 'string' } } }
    await visitor.field('definition').fill(JSON.stringify(definition))
    await visitor.send({})
    await visitor.row('OS::Example::Disk').waitFor()
    await visitor.act('OS::Example::Disk', 'update')
    await visitor.send({ display_name: 'Disks' })
    await visitor.row('OS::Example::Disk').getByText('Disks').waitFor()
    await page.getByRole('link', { name: 'OS::Example::Disk', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Disks' }).waitFor()
    await visitor.tab('properties')
    await visitor.row('Speed').waitFor()
    await visitor.tab('resource-types')
    await makeHere('metadata-resource-types', { name: 'OS::Cinder::Volume' })
    await visitor.row('OS::Cinder::Volume').waitFor()
    await visitor.lookClosely()
  })

  it('live-migrate all servers off a disabled host, and evacuate a host that is down', async () => {
    const { page, t } = visitor
    const { admin } = cloud
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(admin)])
    const ids: string[] = []
    for (const name of ['one', 'two'])
      ids.push(await bootServer(admin, { flavorRef, imageRef, name, networks: [{ uuid: network.id }] }))
    for (const id of ids) await serverInStatus(admin, id, 'ACTIVE')
    const hostOf = async (id: string): Promise<string> =>
      String((await showServer(admin, id))['OS-EXT-SRV-ATTR:host'])
    const host = await hostOf(ids[0] ?? '')
    const { services } = (await admin.compute.get(`/os-services?host=${host}&binary=nova-compute`)).body
    const change = (body: object) => admin.compute.put(`/os-services/${services[0].id}`, body)
    await goTo(page, '/admin/compute-services?binary=nova-compute')
    const row = visitor.row(host)
    const choose = async (action: string): Promise<void> => {
      await row.getByRole('button').click()
      await page.getByRole('menuitem', { name: t(`action.${action}`) }).click()
    }
    await row.getByRole('button').click()
    await page
      .getByRole('menuitem', { name: t('action.evacuate-host') })
      .getByText(t('shell.why.hostUp'))
      .waitFor()
    await page.keyboard.press('Escape')
    await change({ status: 'disabled' })
    await row.getByText(t('state.disabled'), { exact: true }).waitFor()
    await choose('live-migrate-host')
    await visitor.lookClosely()
    const dialog = page.getByRole('dialog')
    await dialog.locator('button[type=submit]').click()
    await dialog.getByText('one').waitFor()
    await confirm('live-migrate-host')
    for (const id of ids) await eventually(async () => assert.notEqual(await hostOf(id), host))
    await serverInStatus(admin, ids[0] ?? '', 'ACTIVE')
    const other = await hostOf(ids[0] ?? '')
    await change({ status: 'enabled' })
    const failed = (await admin.compute.get(`/os-services?host=${other}&binary=nova-compute`)).body
      .services[0]
    await admin.compute.put(`/os-services/${failed.id}`, { forced_down: true })
    const down = visitor.row(other)
    await down.getByText(t('state.down'), { exact: true }).waitFor()
    await down.getByRole('button').click()
    await page.getByRole('menuitem', { name: t('action.evacuate-host') }).click()
    await dialog.locator('button[type=submit]').click()
    await dialog.getByText('two').waitFor()
    await confirm('evacuate-host')
    for (const id of ids) await eventually(async () => assert.equal(await hostOf(id), host))
    assertNoComplaints(page)
  })
})
