import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser } from 'playwright-core'
import { browserMissing, goTo, openBrowser } from './browser.ts'
import { Visitor } from './visitor.ts'
import { type Language, wordsIn } from './words.ts'

interface Told {
  readonly language: Language
  readonly who: string
  /** The flavor of the server. */
  readonly flavor: string
}

const languages: readonly Told[] = [
  { language: 'en-US', who: 'ann', flavor: 'large' },
  { language: 'zh-CN', who: 'mei', flavor: 'small' },
]

/** Polls every second, so that there are measures to show. */
const environment = { ...notificationSettings(), OS_POLLING__INTERVAL: '1' }

describe('the dashboard panels of metrics, alarms, usage and moves', { skip: browserMissing }, () => {
  let cloud: TestCloud
  let browser: Browser
  let serverId = ''
  let volumeId = ''

  const measured = (type: string, id: string, metric: string) =>
    eventually(async () => {
      const found = await cloud.admin.metric.get(`/v1/resource/${type}/${id}/metric/${metric}/measures`)
      assert.equal(found.status, 200)
      assert.ok(found.body.length > 0)
    })

  before(async () => {
    cloud = await startTestCloud({ hosts: 2, environment })
    browser = await openBrowser()
    const { admin } = cloud
    const [flavorRef, imageRef] = await Promise.all([
      makeFlavor(admin),
      makeImage(admin),
      makeFlavor(admin, { name: 'large', ram: 128 }),
    ])
    serverId = await bootServer(admin, { flavorRef, imageRef, name: 'web' })
    volumeId = await makeVolume(admin, 'kept')
    await makeVolume(admin, 'lent')
    await serverInStatus(admin, serverId, 'ACTIVE')
    await measured('instance', serverId, 'vcpus')
    await measured('volume', volumeId, 'volume.size')
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
  })

  for (const { language, who, flavor } of languages)
    describe(`in ${language}`, () => {
      let visitor: Visitor
      const t = wordsIn(language)

      before(async () => {
        const { url, access } = cloud
        visitor = await Visitor.signIn(browser, { url, password: access.password, language })
      })
      after(() => visitor.leave())

      it('draw the measures of a server and of a volume', async () => {
        const { page } = visitor
        await goTo(page, `/project/servers/${serverId}/metrics`)
        await page.getByRole('img', { name: 'vcpus (vcpu)' }).locator('canvas').waitFor()
        await visitor.lookClosely()
        await page.getByLabel(t('shell.period.label'), { exact: true }).selectOption('month')
        await page.getByRole('img', { name: 'vcpus (vcpu)' }).locator('canvas').waitFor()
        await goTo(page, `/project/volumes/${volumeId}/metrics`)
        await page.getByRole('img', { name: 'volume.size (GiB)' }).locator('canvas').waitFor()
      })

      it('find a metric in the list of all, and draw its measures', async () => {
        const { page } = visitor
        await goTo(page, `/project/metrics?name=vcpus&resource_id=${serverId}`)
        await visitor.row('vcpus').getByRole('link').click()
        await visitor.tab('measures')
        await page.getByRole('img', { name: 'vcpus (vcpu)' }).locator('canvas').waitFor()
      })

      it('create an alarm, set its state, and show its history', async () => {
        const { page } = visitor
        const name = `${who}-alarm`
        const asked = { name, metric: 'vcpus', resource_id: serverId, threshold: '99' }
        await visitor.make('/project/alarms', asked, name)
        await visitor.act(name, 'set-state')
        await visitor.field('state').selectOption('alarm')
        await visitor.send({})
        await visitor.row(name).getByText(t('state.alarm'), { exact: true }).waitFor()
        await visitor.open('/project/alarms', name)
        await page.getByText('threshold = 99').waitFor()
        await visitor.lookClosely()
        await visitor.tab('history')
        await visitor.row('creation').first().waitFor()
        await visitor.row('state transition').first().waitFor()
      })

      it('add up the usage of the project', async () => {
        const { page } = visitor
        await goTo(page, '/project/usage')
        const used = page.getByRole('grid', { name: t('shell.usage.used') })
        await used
          .getByRole('row')
          .filter({ hasText: t('shell.usage.server') })
          .first()
          .waitFor()
        await page
          .getByRole('img', { name: t('shell.usage.hours') })
          .locator('canvas')
          .waitFor()
        const servers = page.getByRole('grid', { name: t('panel.servers.many') })
        await servers.getByRole('row').filter({ hasText: 'web' }).waitFor()
        await visitor.lookClosely()
        await goTo(page, '/admin/usage')
        await page.getByRole('columnheader', { name: t('field.project_id') }).waitFor()
      })

      it('resize a server and confirm the resize', async () => {
        const { page } = visitor
        const state = (word: string) => page.getByRole('heading', { level: 1 }).getByText(t(`state.${word}`))
        await goTo(page, `/project/servers/${serverId}`)
        await visitor.actHere('web', 'resize')
        await visitor.send({ flavorRef: { choose: flavor } })
        await state('verify_resize').waitFor()
        await visitor.actHere('web', 'confirm-resize')
        await state('active').waitFor()
        await page.getByText(flavor, { exact: true }).first().waitFor()
      })

      it('show the flow of that resize', async () => {
        const { page } = visitor
        await goTo(page, `/project/servers/${serverId}/flow`)
        await page.getByLabel(t('flow.which')).selectOption({ index: 1 })
        await page.getByRole('list').locator('.flow-hop').first().waitFor()
        await visitor.lookClosely()
      })

      it('shelve and unshelve a server', async () => {
        const { page } = visitor
        const state = (word: string) => page.getByRole('heading', { level: 1 }).getByText(t(`state.${word}`))
        await goTo(page, `/project/servers/${serverId}`)
        await visitor.actHere('web', 'shelve')
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('action.shelve') })
          .click()
        await state('shelved_offloaded').waitFor()
        await visitor.actHere('web', 'unshelve')
        await state('active').waitFor()
      })

      it('unmanage a volume, find it on its back end, and manage it again', async () => {
        const { page } = visitor
        const { body } = await cloud.admin.volume.get('/v3/volumes/detail?name=lent')
        const pool = String(body.volumes[0]['os-vol-host-attr:host'])
        await goTo(page, '/admin/volumes')
        await visitor.act('lent', 'unmanage')
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('action.unmanage') })
          .click()
        await visitor.row('lent').waitFor({ state: 'detached' })
        await visitor.open('/admin/pools', pool)
        await visitor.tab('manageable-volumes')
        await visitor.row(t('shell.yes')).getByRole('button').last().click()
        await page.getByRole('menuitem', { name: t('action.manage') }).click()
        await visitor.send({ name: 'lent' })
        await goTo(page, '/admin/volumes')
        await visitor.row('lent').getByText(t('state.available')).waitFor()
      })
    })
})
