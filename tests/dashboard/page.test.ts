import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { Browser, Locator, Page } from 'playwright-core'
import {
  assertAccessible,
  assertNoComplaints,
  browserMissing,
  enter,
  fillIn,
  goTo,
  openBrowser,
  sitDown,
} from './browser.ts'

/** A name with markup whose script must not run. */
const trap = '<img src=x onerror="window.caught=1">'
/** A change appears within a second on an idle machine; a busy one may take longer. */
const soonMs = 5_000

/** The notification settings of `nimbo up`. */
const environment = {
  ...notificationSettings(),
  OS_NOTIFICATIONS__NOTIFY_ON_STATE_CHANGE: 'vm_and_task_state',
}

describe('the dashboard page in a browser', { skip: browserMissing }, () => {
  let home: Awaited<ReturnType<typeof temporaryDirectory>>
  let cloud: TestCloud
  let browser: Browser
  let page: Page
  let serverId = ''
  const start = () => startTestCloud({ hosts: 3, stateDir: home.path, environment })

  before(async () => {
    home = await temporaryDirectory()
    cloud = await start()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
    await home?.[Symbol.asyncDispose]()
  })

  it('refuses a wrong password, accepts the right one, and hides the cookie from scripts', async () => {
    page = await sitDown(browser, { url: cloud.url })
    await assertAccessible(page)
    await fillIn(page, 'admin', 'wrong')
    await page.getByText('These credentials are not right.').first().waitFor()
    await enter(page, 'admin', cloud.access.password)
    const cookies = await page.evaluate('document.cookie')
    assert.equal(cookies, '')
  })

  it('shows a server as soon as another client creates it, and its flow until the last hop', async () => {
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(cloud.admin)])
    const { id: networkId } = await makeNetwork(cloud.admin)
    await goTo(page, '/project/servers')
    serverId = await bootServer(cloud.admin, {
      flavorRef,
      imageRef,
      name: trap,
      metadata: { role: trap },
      user_data: Buffer.from(trap).toString('base64'),
      networks: [{ uuid: networkId }],
    })
    await page.getByRole('link', { name: trap }).waitFor({ timeout: soonMs })
    await goTo(page, `/project/servers/${serverId}/flow`)
    const hops = page.getByRole('list').locator('.flow-hop')
    await page.getByRole('button', { name: /30 report-active/ }).waitFor()
    assert.ok((await hops.count()) >= 25)
    await page.getByRole('button', { name: /15 filter-and-weigh/ }).click()
    await page.getByText("Some rules can't be counted").waitFor()
    await page.getByText('services/compute/src/scheduler/select-destinations.ts').waitFor()
    await page.getByText('Chosen: fake-').waitFor()
    await assertAccessible(page)
  })

  it('replays the flow', async () => {
    await page.getByRole('combobox', { name: 'Speed of the replay' }).selectOption('100')
    await page.getByRole('button', { name: 'Play again' }).click()
    await page.getByRole('button', { name: /30 report-active/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: /30 report-active/ }).waitFor()
  })

  it('shows changes by other clients without a reload', async () => {
    await goTo(page, '/project/servers')
    await page.getByRole('link', { name: trap }).waitFor()
    const renamed = await cloud.admin.compute.put(`/servers/${serverId}`, { server: { name: 'renamed' } })
    assert.equal(renamed.status, 200)
    await page.getByRole('link', { name: 'renamed' }).waitFor({ timeout: soonMs })
    await cloud.admin.compute.put(`/servers/${serverId}`, { server: { name: trap } })
    await page.getByRole('link', { name: trap }).waitFor({ timeout: soonMs })
    await assertAccessible(page)
  })

  /** More than the number of links, buttons and fields on the page. */
  const mostSteps = 400

  it('can be used with the keyboard alone', async () => {
    const focusOn = async (target: Locator, key = 'Tab'): Promise<void> => {
      for (let steps = 0; steps < mostSteps; steps += 1) {
        if ((await target.and(page.locator(':focus')).count()) === 1) return
        await page.keyboard.press(key)
      }
      throw new Error('the keyboard does not lead there')
    }
    await page.keyboard.press('Control+k')
    await page.locator('#palette-search:focus').waitFor()
    await page.keyboard.type('Security groups')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Security groups' }).waitFor()
    await focusOn(page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await focusOn(page.getByRole('button', { name: 'Create security group' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('typed')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusOn(page.getByRole('button', { name: 'Actions of typed' }))
    await page.keyboard.press('Enter')
    await focusOn(page.getByRole('menuitem', { name: 'Delete' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await focusOn(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'typed' }).waitFor({ state: 'detached' })
  })

  it('draws the network topology, in which each item leads to its page', async () => {
    const { network } = cloud.admin
    const { networks } = (await network.get('/v2.0/networks')).body
    const outside = { name: 'outside', 'router:external': true }
    const external = (await network.post('/v2.0/networks', { network: outside })).body.network
    const gateway = { external_gateway_info: { network_id: external.id } }
    const { router } = (await network.post('/v2.0/routers', { router: { name: 'way', ...gateway } })).body
    await goTo(page, '/project/topology')
    for (const [kind, address] of [
      ['server', `servers/${serverId}`],
      ['network', `networks/${networks[0].id}`],
      ['external', `networks/${external.id}`],
      ['router', `routers/${router.id}`],
    ]) {
      await page.locator(`.topology-${kind} a`).click()
      await page.waitForURL(`**/project/${address}**`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.goBack()
    }
    await page.locator('.topology-network').first().waitFor()
    await assertAccessible(page)
  })

  it('connects to the serial console of a server and transmits typed text', async () => {
    await goTo(page, `/project/servers/${serverId}/serial`)
    await page.getByText('Connected').waitFor()
    await page.locator('.xterm-helper-textarea').pressSequentially(`hello ${trap}\r`)
    await assertAccessible(page)
    await goTo(page, `/project/servers/${serverId}/log`)
    await page.getByText(`typed: hello ${trap}`).waitFor()
  })

  it('connects to the VNC console of a server', async () => {
    await goTo(page, `/project/servers/${serverId}/screen`)
    await page.getByText('Connected').waitFor()
    assert.equal(await page.locator('.console-screen canvas').count(), 1)
    await assertAccessible(page)
  })

  it('says why a console cannot be opened, and opens it when asked again later', async () => {
    const refusal = { conflictingRequest: { code: 409, message: 'The server is not ready.' } }
    await page.route('**/remote-consoles', (route) => route.fulfill({ status: 409, json: refusal }), {
      times: 1,
    })
    await goTo(page, '/project/servers')
    await goTo(page, `/project/servers/${serverId}/screen`)
    await page.getByText('The server is not ready.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Connect again' }).click()
    await page.getByText('Connected').waitFor()
  })

  it('shows an admin the hosts of the cloud with their services and servers', async () => {
    await goTo(page, '/admin/map')
    await page.locator('.map-host').getByRole('link', { name: trap }).waitFor()
    assert.equal(await page.getByText('nova-compute').count(), 3)
    await assertAccessible(page)
  })

  it('live-migrates a server that is dragged to another host, after confirmation', async () => {
    const before = await showServer(cloud.admin, serverId)
    const host = before['OS-EXT-SRV-ATTR:host'] ?? ''
    const other = page
      .locator('.map-host')
      .filter({ hasText: 'nova-compute' })
      .filter({ hasNotText: trap })
      .first()
    await page.locator('.map-server').filter({ hasText: trap }).dragTo(other)
    await page.getByRole('dialog').getByText(`from ${host} to fake-`).waitFor()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Live migrate' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(async () => {
      const { 'OS-EXT-SRV-ATTR:host': now, status } = await showServer(cloud.admin, serverId)
      assert.equal(status, 'ACTIVE')
      assert.notEqual(now, host)
    })
    const stays = page.locator('.map-host').filter({ hasText: trap }).filter({ hasText: host })
    await stays.waitFor({ state: 'detached' })
  })

  it('shows a heading and no error on every page of the navigation', async () => {
    const links = page.locator('nav a[href^="/dashboard/"]')
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    assert.ok(addresses.length > 50, `${addresses.length} pages`)
    const wrong: string[] = []
    for (const address of addresses) {
      await goTo(page, address.replace('/dashboard', ''))
      await page.locator(`nav a[href="${address}"][aria-current="page"]`).waitFor({ state: 'attached' })
      await page.locator('main h1').first().waitFor()
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
      for (const alert of await page.locator('main .pf-m-danger.pf-v6-c-alert').allInnerTexts())
        wrong.push(`${address}: ${alert}`)
    }
    assert.deepEqual(wrong, [])
  })

  it('runs no script that is in a name, in metadata, in user data or in guest output', async () => {
    await goTo(page, `/project/servers/${serverId}`)
    await page.getByText(trap).nth(1).waitFor()
    await goTo(page, `/project/servers/${serverId}/json`)
    await page.getByText(Buffer.from(trap).toString('base64')).waitFor()
    await goTo(page, `/project/servers/${serverId}/source`)
    await page.getByText('openstack_compute_instance_v2').waitFor()
    assert.equal(await page.evaluate('window.caught'), undefined)
    assertNoComplaints(page)
  })

  it('is in Chinese for a Chinese browser', async () => {
    const other = await sitDown(browser, { url: cloud.url, language: 'zh-CN', width: 400 })
    await enter(other, 'admin', cloud.access.password)
    await goTo(other, `/project/servers/${serverId}/flow`)
    await other.getByText('主机是如何选出的').waitFor()
    await assertAccessible(other)
    assertNoComplaints(other)
    await other.context().close()
  })

  it('keeps the session after a restart of the cloud', async () => {
    // Browsers store cookies per host, regardless of the port.
    await cloud.stop()
    cloud = await start()
    await page.goto(`${cloud.url}/dashboard/project/servers`)
    await page.getByRole('link', { name: trap }).waitFor()
  })

  it('keeps a form that is being filled in while the server cannot be read', async () => {
    await goTo(page, `/project/servers/${serverId}`)
    await page.getByRole('button', { name: `Actions of ${trap}` }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    const description = page.locator('#field-description')
    await description.fill('half a sentence')
    const reading = ({ pathname }: URL) => pathname.endsWith(`/servers/${serverId}`)
    await page.route(reading, (route) => route.fulfill({ status: 503, json: {} }))
    await cloud.admin.compute.post(`/servers/${serverId}/action`, { 'os-stop': null })
    await page.locator('main .pf-v6-c-alert.pf-m-danger').first().waitFor({ state: 'attached' })
    assert.equal(await description.inputValue(), 'half a sentence')
    await page.unroute(reading)
    await page.keyboard.press('Escape')
  })

  it('shows what happened to a server that another client deletes', async () => {
    await goTo(page, `/project/servers/${serverId}`)
    await page.getByRole('heading', { level: 1, name: trap }).waitFor()
    await cloud.admin.compute.delete(`/servers/${serverId}`)
    await page.getByRole('heading', { name: 'What happened to it' }).waitFor()
    await page.getByRole('button', { name: /compute_terminate_instance/ }).waitFor()
    await assertAccessible(page)
  })
})
