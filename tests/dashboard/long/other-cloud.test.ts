/**
 * The dashboard for a cloud of which it knows only the Keystone URL. By default that is a Nimbo started here; to use another cloud, set
 * `NIMBO_OTHER_CLOUD` (http://127.0.0.1:5000/v3), and `OS_USERNAME` and `OS_PASSWORD` for its admin. The test deletes what it makes
 * there.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser } from 'playwright-core'
import { assertNoComplaints, browserMissing, enter, goTo, openBrowser, sitDown } from '../browser.ts'
import { type HorizonInFront, horizonInFrontOf } from '../horizon-in-front.ts'
import { Visitor } from '../visitor.ts'

const { NIMBO_OTHER_CLOUD: named, OS_USERNAME: user = 'admin', OS_PASSWORD: password = '' } = process.env
/** Another cloud may be slow, and the page polls it only every ten seconds. */
const shownWithinMs = 480_000
const suffix = randomBytes(3).toString('hex')
const called = (what: string): string => `dash-${what}-${suffix}`

describe('the dashboard for a cloud known only by its Keystone URL', { skip: browserMissing }, () => {
  let own: TestCloud | undefined
  let horizon: HorizonInFront
  let browser: Browser
  let visitor: Visitor
  let secret = password

  before(async () => {
    if (named === undefined) {
      own = await startTestCloud({ hosts: 2 })
      secret = own.access.password
    }
    horizon = await horizonInFrontOf(named ?? `${own?.url}/identity/v3`)
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await horizon?.[Symbol.asyncDispose]()
    await own?.[Symbol.asyncDispose]()
  })

  /** Waits for a text in a row, longer than the default timeout of the page. */
  const shows = (text: string, inRow: string) =>
    visitor.row(inRow).getByText(text, { exact: true }).first().waitFor({ timeout: shownWithinMs })

  it('signs in the admin, and hides panels of services that the cloud lacks', async () => {
    const page = await sitDown(browser, { url: horizon.url })
    page.setDefaultTimeout(shownWithinMs)
    await enter(page, user, secret)
    visitor = new Visitor(page, 'en-US')
    const body = await page.evaluate<{ nimbo: boolean; services: string[] }>(
      `fetch('/dashboard/api/session').then((reply) => reply.json())`,
    )
    assert.equal(body.nimbo, false)
    const panels = { orchestration: 'stacks', 'object-store': 'containers', metric: 'metrics' }
    for (const [service, panel] of Object.entries(panels))
      assert.equal(
        await page.locator(`nav a[href="/dashboard/project/${panel}"]`).count(),
        body.services.includes(service) ? 1 : 0,
        panel,
      )
  })

  it('creates a flavor, a network with a subnet, and an image', async () => {
    const { page } = visitor
    await visitor.make('/admin/flavors', { name: called('small'), ram: '64', disk: '0' }, called('small'))
    await visitor.make('/project/networks', { name: called('net') }, called('net'))
    await visitor.open('/project/networks', called('net'))
    await visitor.tab('subnets')
    const one = visitor.t('panel.subnets.one')
    await page.getByRole('button', { name: visitor.t('shell.create', { kind: one }) }).click()
    await visitor.send({ name: called('subnet'), cidr: '10.99.0.0/24' })
    await visitor.row(called('subnet')).waitFor()
    await goTo(page, '/project/create-image')
    await visitor.field('name').fill(called('image'))
    const file = { name: 'disk.raw', mimeType: 'application/octet-stream', buffer: randomBytes(2 ** 20) }
    await page.locator('input[type=file]').setInputFiles(file)
    await visitor.field('disk_format').selectOption('raw')
    await page.locator('button[type=submit]').click()
    await page.getByRole('heading', { level: 1, name: called('image') }).waitFor()
  })

  it('launches a server and shows that it becomes active', async () => {
    const { page, t } = visitor
    await goTo(page, '/project/create-server')
    const next = page.getByRole('button', { name: t('shell.wizard.next'), exact: true })
    await page.locator('#wizard-server-name').fill(called('server'))
    await page.locator('#wizard-image').selectOption({ label: called('image') })
    await next.click()
    await page
      .getByRole('row')
      .filter({ hasText: called('small') })
      .getByRole('radio')
      .check()
    await next.click()
    await page.getByRole('checkbox', { name: called('net') }).check()
    for (let step = 0; step < 3; step += 1) await next.click()
    await page.getByRole('button', { name: t('shell.wizard.launch'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: called('server') }).waitFor()
    await page.getByRole('heading', { level: 1 }).getByText(t('state.active')).waitFor()
    await visitor.lookClosely()
  })

  it('shows the actions of the server in the flow tab, and that the full flow needs Nimbo', async () => {
    const { page, t } = visitor
    await visitor.tab('flow')
    await page.getByText(t('flow.onlyNimbo')).waitFor()
    const which = page.getByRole('combobox', { name: t('flow.which') })
    await which.locator('option').nth(1).waitFor({ state: 'attached' })
    await which.selectOption({ index: 1 })
    await page.locator('.flow-hop').first().waitFor()
    await visitor.lookClosely()
  })

  it('shows in the list of servers a change that another client made', async () => {
    const { page, t } = visitor
    await goTo(page, '/project/servers')
    await shows(t('state.active'), called('server'))
    const id = (await visitor.row(called('server')).getByRole('link').first().getAttribute('href'))
      ?.split('/')
      .at(-1)
    // Bypasses the page's own actions, so that the list has to poll to find out.
    const renamed = await page.evaluate<number>(
      `fetch('/dashboard/api/proxy/compute/v2.1/servers/${id}', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '${JSON.stringify({ server: { name: called('renamed') } })}',
      }).then(({ status }) => status)`,
    )
    assert.equal(renamed, 200)
    await visitor.row(called('renamed')).waitFor()
    await visitor.act(called('renamed'), 'stop')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.stop') })
      .click()
    await shows(t('state.shutoff'), called('renamed'))
  })

  it('deletes the server, the image, the network and the flavor', async () => {
    const { page } = visitor
    const removed = async (panel: string, name: string): Promise<void> => {
      await goTo(page, panel)
      await visitor.remove(name)
    }
    await removed('/project/servers', called('renamed'))
    await removed('/project/images', called('image'))
    await removed('/project/networks', called('net'))
    await removed('/admin/flavors', called('small'))
    assertNoComplaints(page)
  })
})
