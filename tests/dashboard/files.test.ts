/** Files and texts that leave the page or enter it: uploads, downloads, copies, numbers that are typed. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser } from 'playwright-core'
import { browserMissing, goTo, openBrowser } from './browser.ts'
import { Visitor } from './visitor.ts'

describe('files and texts in the dashboard', { skip: browserMissing }, () => {
  let cloud: TestCloud
  let browser: Browser
  let visitor: Visitor

  before(async () => {
    cloud = await startTestCloud()
    browser = await openBrowser()
    const { url, access } = cloud
    visitor = await Visitor.signIn(browser, { url, password: access.password, language: 'en-US' })
  })
  after(async () => {
    await visitor?.leave()
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
  })

  it('an uploaded object keeps the type of its file, also as a copy', async () => {
    const { page, t } = visitor
    await visitor.make('/project/containers', { name: 'site' }, 'site')
    await visitor.open('/project/containers', 'site')
    await visitor.tab('objects')
    await page.getByRole('button', { name: t('shell.create', { kind: t('panel.objects.one') }) }).click()
    const file = { name: 'index.html', mimeType: 'text/html', buffer: Buffer.from('<p>hello</p>') }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await visitor.send({ name: 'pages/index.html' })
    await visitor.row('pages/index.html').getByText('text/html').waitFor()
    await visitor.act('pages/index.html', 'copy')
    await visitor.send({ container: { choose: 'site' }, name: 'the copy' })
    await visitor.row('the copy').getByText('text/html').waitFor()
  })

  it('a download is saved as a file and leaves the page where it is', async () => {
    const { page } = visitor
    const begun = page.waitForEvent('download')
    await visitor.act('pages/index.html', 'download')
    assert.equal((await begun).suggestedFilename(), 'index.html')
    await visitor.row('the copy').waitFor()
  })

  it('an upload that fails is explained in a sentence, and its image is deleted', async () => {
    const { page, t } = visitor
    await goTo(page, '/project/create-image')
    await visitor.field('name').fill('a picture')
    const file = { name: 'disk.qcow2', mimeType: 'application/octet-stream', buffer: Buffer.from('no disk') }
    await page.locator('main input[type=file]').setInputFiles(file)
    await page.locator('main button[type=submit]').click()
    const alert = page.locator('main .pf-m-danger')
    await alert.getByText(t('shell.problem.requestId')).waitFor()
    assert.doesNotMatch(await alert.innerText(), /<br|<html/)
    const { images } = (await cloud.admin.image.get('/v2/images?name=a picture')).body
    assert.deepEqual(images, [])
  })

  it('all secrets are listed, also those beyond the first page of the service', async () => {
    const { page, t } = visitor
    const count = 101
    for (let index = 0; index < count; index += 1)
      await cloud.admin['key-manager'].post('/v1/secrets', { name: `secret ${index}` })
    await goTo(page, '/project/secrets')
    await page.getByText(t('shell.list.total', { total: String(count), page: '1' })).waitFor()
    // The oldest one is on the second page of the service.
    await page
      .getByRole('textbox', { name: t('shell.list.searchBy', { field: t('field.name') }) })
      .fill('secret 0')
    await visitor.row('secret 0').waitFor()
  })

  it('a list that is too long for the browser says so', async () => {
    const { page, t } = visitor
    const users = Array.from({ length: 1_000 }, (_, index) => ({ id: `u${index}`, name: `user ${index}` }))
    await page.route('**/api/proxy/identity/v3/users*', (route) =>
      route.fulfill({ json: { users, links: {} } }),
    )
    await goTo(page, '/identity/users')
    await page.getByText(t('shell.list.cut', { kind: t('panel.users.many'), most: '1000' })).waitFor()
    await page.unrouteAll()
  })

  it('the network topology shows what the project can use, and says when that is too much', async () => {
    const { page, t } = visitor
    const networks = (count: number, shared: boolean) =>
      Array.from({ length: count }, (_, index) => ({ id: `${shared}-${index}`, shared, status: 'ACTIVE' }))
    let answered = [...networks(300, false), ...networks(1, true)]
    await page.route('**/api/proxy/network/v2.0/networks*', (route) =>
      route.fulfill({ json: { networks: answered } }),
    )
    const cut = page.getByText(t('topology.cut', { kind: t('panel.networks.many'), most: '200' }))
    await goTo(page, '/project/topology')
    await page.locator('.topology-network').first().waitFor()
    assert.deepEqual([await page.locator('.topology-network').count(), await cut.count()], [1, 0])
    answered = networks(201, true)
    await page.reload()
    await cut.waitFor()
    assert.equal(await page.locator('.topology-network').count(), 200)
    await page.unrouteAll()
  })

  it('a filter of the metrics also finds one that is not among the first', async () => {
    const { page } = visitor
    const asked: URLSearchParams[] = []
    await page.route('**/api/proxy/metric/v1/metric?*', (route) => {
      asked.push(new URL(route.request().url()).searchParams)
      return route.fulfill({ json: [{ id: 'm1', name: 'cpu' }] })
    })
    await goTo(page, '/project/metrics?name=cpu')
    await visitor.row('cpu').waitFor()
    assert.equal(asked.at(-1)?.get('name'), 'cpu')
    await page.unrouteAll()
  })

  it('a filter that is cleared while it is being typed is empty', async () => {
    const { page, t } = visitor
    const filter = page.getByRole('textbox', { name: t('shell.list.searchBy', { field: t('field.name') }) })
    await goTo(page, '/project/secrets')
    await visitor.row('secret 100').waitFor()
    await filter.fill('nothing is called that')
    await page.getByRole('button', { name: t('shell.list.reset') }).click()
    assert.equal(await filter.inputValue(), '')
  })

  it('-1 can be typed as a quota, and an empty field is not saved as zero', async () => {
    const { page, t } = visitor
    await goTo(page, '/admin/default-quotas')
    const bound = page.locator('#compute-instances')
    const save = page
      .locator('form')
      .filter({ has: bound })
      .getByRole('button', { name: t('shell.save') })
    await page.getByLabel(t('field.ram_mib')).waitFor()
    await page.getByLabel(t('field.gigabytes_gib'), { exact: true }).waitFor()
    await bound.fill('')
    assert.equal(await save.isDisabled(), true)
    await bound.pressSequentially('-1')
    await save.click()
    await page.getByText(t('shell.quota.saved')).waitFor()
    const { quota_class_set } = (await cloud.admin.compute.get('/os-quota-class-sets/default')).body
    assert.equal(quota_class_set.instances, -1)
  })

  it('a volume without a server has a dash in place of its servers', async () => {
    await makeVolume(cloud.admin, 'spare')
    await goTo(visitor.page, '/project/volumes')
    await visitor.row('spare').getByText('–', { exact: true }).waitFor()
  })

  it('the number of servers can be deleted and typed anew', async () => {
    const { page } = visitor
    await goTo(page, '/project/create-server')
    const count = page.locator('#wizard-count')
    await count.press('End')
    await count.press('Backspace')
    await count.pressSequentially('5')
    assert.equal(await count.inputValue(), '5')
  })

  it('a page is loaded anew when an upgrade of the cloud has replaced its files', async () => {
    const { page, t } = visitor
    const gone = { times: 1 }
    await page.route('**/dashboard/assets/*.js', (route) => route.fulfill({ status: 404 }), gone)
    const loaded = page.waitForEvent('load')
    await goTo(page, '/project/trunks')
    await loaded
    await page.getByRole('heading', { level: 1, name: t('panel.trunks.many') }).waitFor()
  })

  it('a tab of an item opens within the page, which is not loaded anew', async () => {
    const { page, t } = visitor
    await visitor.open('/project/containers', 'site')
    await page.evaluate('window.stays = true')
    await visitor.tab('json')
    await page.getByRole('button', { name: t('shell.copy') }).waitFor()
    assert.equal(await page.evaluate('window.stays'), true)
  })

  it('texts are copied also by a page without https, to which browsers do not offer their clipboard', async () => {
    const { page, t } = visitor
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined });
      addEventListener('copy', ({ clipboardData }) => (window.copied = clipboardData.getData('text/plain')))`)
    await cloud.admin.network.post('/v2.0/networks', { network: { name: 'one' } })
    await visitor.open('/project/networks', 'one')
    const copy = page.getByRole('button', { name: t('shell.copy') }).first()
    await copy.click()
    assert.match(await page.evaluate<string>('window.copied'), /^[0-9a-f-]{36}$/)
    await visitor.tab('json')
    await page.getByText('"admin_state_up"').waitFor()
    await copy.click()
    assert.match(await page.evaluate<string>('window.copied'), /"name": "one"/)
  })
})
