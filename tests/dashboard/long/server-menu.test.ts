import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser } from 'playwright-core'
import { assertNoComplaints, browserMissing, enter, goTo, openBrowser, sitDown } from '../browser.ts'
import { Visitor } from '../visitor.ts'
import { wordsIn } from '../words.ts'

/** Shelved servers stay on their host until they are offloaded by request, and deleted servers can be restored. */
const environment = {
  ...notificationSettings(),
  OS_DEFAULT__SHELVED_OFFLOAD_TIME: '-1',
  OS_DEFAULT__RECLAIM_INSTANCE_INTERVAL: '3600',
}

interface Done {
  /** The values for the form. */
  readonly values?: Parameters<Visitor['send']>[0]
  /** The status of the server afterwards. */
  readonly status?: string
}

type Step = readonly [action: string, done?: Done]

const chosen = (choose: string) => ({ choose })

/** The actions of the menu, in an order in which the server's state allows each. */
const stepsFor = (who: string, error: string): readonly Step[] => [
  ['update', { values: { description: `${who} was here` } }],
  ['stop', { status: 'SHUTOFF' }],
  ['start', { status: 'ACTIVE' }],
  ['pause', { status: 'PAUSED' }],
  ['unpause', { status: 'ACTIVE' }],
  ['suspend', { status: 'SUSPENDED' }],
  ['resume', { status: 'ACTIVE' }],
  ['reboot', { status: 'ACTIVE' }],
  ['hard-reboot', { status: 'ACTIVE' }],
  ['crash-dump', { status: 'ACTIVE' }],
  ['lock', { values: { locked_reason: 'not now' } }],
  ['unlock'],
  ['create-image', { values: { name: `${who}-image` }, status: 'ACTIVE' }],
  ['create-backup', { values: { name: `${who}-backup` }, status: 'ACTIVE' }],
  ['rescue', { values: {}, status: 'RESCUE' }],
  ['unrescue', { status: 'ACTIVE' }],
  ['rebuild', { values: { imageRef: chosen('tiny') }, status: 'ACTIVE' }],
  ['change-password', { values: { adminPass: 'Long-enough-1' }, status: 'ACTIVE' }],
  ['show-password'],
  ['set-metadata', { values: { metadata: 'role=web' } }],
  ['remove-metadata', { values: { key: 'role' } }],
  ['set-tags', { values: { tags: 'front' } }],
  ['add-security-group', { values: { name: chosen(`${who}-group`) } }],
  ['remove-security-group', { values: { name: chosen(`${who}-group`) } }],
  ['attach-interface', { values: { net_id: chosen('further') }, status: 'ACTIVE' }],
  ['attach-volume', { values: { volumeId: chosen(`${who}-disk`) }, status: 'ACTIVE' }],
  ['resize', { values: { flavorRef: chosen('large') }, status: 'VERIFY_RESIZE' }],
  ['revert-resize', { status: 'ACTIVE' }],
  ['migrate', { values: {}, status: 'VERIFY_RESIZE' }],
  ['confirm-resize', { status: 'ACTIVE' }],
  ['live-migrate', { values: {}, status: 'ACTIVE' }],
  ['shelve', { status: 'SHELVED' }],
  ['shelve-offload', { status: 'SHELVED_OFFLOADED' }],
  ['unshelve', { status: 'ACTIVE' }],
  ['reset-state', { values: { state: chosen(error) }, status: 'ERROR' }],
  ['delete', { status: 'SOFT_DELETED' }],
  ['restore', { status: 'ACTIVE' }],
]

describe('every action of a server’s menu', { skip: browserMissing }, () => {
  let cloud: TestCloud
  let browser: Browser
  let networkId = ''
  let made: { readonly imageRef: string; readonly flavorRef: string }

  before(async () => {
    cloud = await startTestCloud({ hosts: 3, environment })
    browser = await openBrowser()
    const { admin } = cloud
    const flavorRef = await makeFlavor(admin, { name: 'small' })
    await makeFlavor(admin, { name: 'large', ram: 128 })
    made = { flavorRef, imageRef: await makeImage(admin, { name: 'tiny' }) }
    networkId = (await makeNetwork(admin)).id
    const further = await admin.network.post('/v2.0/networks', { network: { name: 'further' } })
    const subnet = { network_id: further.body.network.id, ip_version: 4, cidr: '10.88.0.0/24' }
    await admin.network.post('/v2.0/subnets', { subnet })
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
  })

  /** Makes a server, and the volume and security group that its actions need. */
  const prepare = async (who: string): Promise<string> => {
    await makeVolume(cloud.admin, `${who}-disk`)
    await cloud.admin.network.post('/v2.0/security-groups', { security_group: { name: `${who}-group` } })
    const id = await bootServer(cloud.admin, { ...made, name: who, networks: [{ uuid: networkId }] })
    await serverInStatus(cloud.admin, id, 'ACTIVE')
    return id
  }

  for (const [language, who] of [
    ['en-US', 'ann'],
    ['zh-CN', 'mei'],
  ] as const)
    describe(`in ${language}`, () => {
      let visitor: Visitor
      let id = ''
      const t = wordsIn(language)
      const done = new Set<string>()
      const offered = new Set<string>()

      before(async () => {
        id = await prepare(who)
        const page = await sitDown(browser, { url: cloud.url, language })
        await enter(page, 'admin', cloud.access.password)
        visitor = new Visitor(page, language)
        await goTo(page, `/admin/servers/${id}`)
      })
      after(async () => {
        assertNoComplaints(visitor.page)
        await visitor.page.context().close()
      })

      const perform = async ([action, { values, status } = {}]: Step): Promise<void> => {
        const { page } = visitor
        for (const word of await visitor.actHere(who, action)) offered.add(word)
        done.add(t(`action.${action}`))
        const dialog = page.getByRole('dialog')
        if (values !== undefined) {
          await dialog.waitFor()
          await visitor.send(values)
        } else if (
          ['stop', 'reboot', 'hard-reboot', 'crash-dump', 'revert-resize', 'shelve'].includes(action)
        )
          await dialog.getByRole('button', { name: t(`action.${action}`), exact: true }).click()
        if (action === 'delete')
          await dialog.getByRole('button', { name: t('action.delete'), exact: true }).click()
        if (action === 'show-password') {
          await dialog.waitFor()
          await page.keyboard.press('Escape')
        }
        await dialog.waitFor({ state: 'detached' })
        if (status !== undefined) await serverInStatus(cloud.admin, id, status)
      }

      for (const step of stepsFor(who, t('state.error')))
        it(`performs ${step[0]}`, async () => {
          const { page } = visitor
          if (step[0] === 'restore') await goTo(page, `/admin/servers/${id}`)
          await perform(step)
          const shown = (await showServer(cloud.admin, id)).status
          if (step[0] !== 'delete')
            await page
              .getByRole('heading', { level: 1 })
              .getByText(visitor.t(`state.${shown.toLowerCase()}`), { exact: true })
              .waitFor()
        })

      it('performs evacuate on a host that is down, and leads to the tab with floating IPs', async () => {
        const { page } = visitor
        await cloud.admin.compute.post(`/servers/${id}/action`, { 'os-resetState': { state: 'active' } })
        const { 'OS-EXT-SRV-ATTR:host': host } = await showServer(cloud.admin, id)
        const { services } = (await cloud.admin.compute.get(`/os-services?host=${host}`)).body
        const force = (forced_down: boolean) =>
          cloud.admin.compute.put(`/os-services/${services[0].id}`, { forced_down })
        await force(true)
        // With the newest microversion an evacuated server is shut off on its new host.
        await perform(['evacuate', { values: {}, status: 'SHUTOFF' }])
        await eventually(async () =>
          assert.notEqual((await showServer(cloud.admin, id))['OS-EXT-SRV-ATTR:host'], host),
        )
        await force(false)
        await perform(['floating-ips'])
        await page.waitForURL(`**/project/servers/${id}/interfaces`)
        await goTo(page, `/admin/servers/${id}`)
        // The project page of the server looks the same, but its menu has fewer actions.
        await page
          .locator('nav a[href="/dashboard/admin/servers"][aria-current="page"]')
          .waitFor({ state: 'attached' })
      })

      it('performs force-delete, and by then has covered every action that the menu offered', async () => {
        const { page } = visitor
        for (const word of await visitor.actHere(who, 'force-delete')) offered.add(word)
        done.add(t('action.force-delete'))
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('action.force-delete'), exact: true })
          .click()
        await eventually(async () =>
          assert.equal((await cloud.admin.compute.get(`/servers/${id}`)).status, 404),
        )
        assert.ok(offered.size > 35, [...offered].join(', '))
        assert.deepEqual(
          [...offered].filter((word) => !done.has(word)),
          [],
        )
      })
    })
})
