/** What a page shows and sends while other people, and other pages of the same session, change things. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { makeImage } from '@nimbo/testkit/make-image'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser } from 'playwright-core'
import { browserMissing, enter, goTo, openBrowser, sitDown } from './browser.ts'
import { Visitor } from './visitor.ts'

describe('the dashboard among several people', { skip: browserMissing }, () => {
  let cloud: TestCloud
  let browser: Browser
  let ann: Client
  let hers: Visitor

  before(async () => {
    cloud = await startTestCloud({ environment: notificationSettings() })
    browser = await openBrowser()
    ann = await cloud.person('ann')
    const page = await sitDown(browser, { url: cloud.url })
    await enter(page, 'ann', passwordOf('ann'))
    hers = new Visitor(page, 'en-US')
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
  })

  it('a form leaves alone what another person changes while it is open', async () => {
    const { page } = hers
    const made = await ann.network.post('/v2.0/security-groups', { security_group: { name: 'before' } })
    const path = `/v2.0/security-groups/${made.body.security_group.id}`
    await goTo(page, '/project/security-groups')
    await hers.act('before', 'update')
    await hers.field('description').fill('by ann')
    await cloud.admin.network.put(path, { security_group: { name: 'renamed meanwhile' } })
    // Behind the form, where it has no role.
    await page.locator('tr').filter({ hasText: 'renamed meanwhile' }).waitFor()
    await hers.send({})
    const { name, description } = (await ann.network.get(path)).body.security_group
    assert.deepEqual([name, description], ['renamed meanwhile', 'by ann'])
  })

  it('the menu of an own image offers what that of an image of others does not', async () => {
    const { page } = hers
    await makeImage(cloud.admin, { name: 'for everybody', properties: { visibility: 'public' } })
    await makeImage(ann, { name: 'own', properties: { visibility: 'private' } })
    const open = (name: string) => page.getByRole('button', { name: `Actions of ${name}` }).click()
    const deletion = page.getByRole('menuitem', { name: 'Delete', exact: true })
    await goTo(page, '/project/images')
    await open('for everybody')
    await page.getByRole('menuitem', { name: hers.t('action.launch'), exact: true }).waitFor()
    await deletion.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await open('own')
    await deletion.waitFor()
    await page.keyboard.press('Escape')
  })

  it('the topology of an admin shows the networks of the project, and not those of others', async () => {
    const { page } = await Visitor.signIn(browser, {
      ...{ url: cloud.url, password: cloud.access.password, language: 'en-US' },
    })
    await cloud.admin.network.post('/v2.0/networks', { network: { name: 'of the admin' } })
    await ann.network.post('/v2.0/networks', { network: { name: 'of ann' } })
    await ann.network.post('/v2.0/routers', { router: { name: 'router of ann' } })
    await goTo(page, '/project/topology')
    await page.getByRole('link', { name: 'of the admin' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'of ann' }).count(), 0)
    await page.context().close()
  })

  it('a page follows when another page switches the session to another project', async () => {
    const { identity } = cloud.admin
    const { roles } = (await identity.get('/v3/roles?name=member')).body
    const { project } = (await identity.post('/v3/projects', { project: { name: 'second' } })).body
    await identity.put(`/v3/projects/${project.id}/users/${ann.userId}/roles/${roles[0].id}`)
    const page = await sitDown(browser, { url: cloud.url })
    await enter(page, 'ann', passwordOf('ann'))
    await page.getByRole('button', { name: 'Project: ann' }).waitFor()
    const other = await page.context().newPage()
    await other.goto(`${cloud.url}/dashboard/project/networks`)
    await other.getByRole('link', { name: 'of ann' }).waitFor()
    await page.getByRole('button', { name: 'Project: ann' }).click()
    await page.getByRole('menuitem', { name: 'second' }).click()
    await page.getByRole('button', { name: 'Project: second' }).waitFor()
    await other.getByRole('button', { name: 'Project: second' }).waitFor()
    await other.getByRole('link', { name: 'of ann' }).waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('a page in the background holds no connection, and shows what it missed when it is seen again', async () => {
    const { page } = hers
    const seem = (state: 'hidden' | 'visible') =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`)
    await goTo(page, '/project/networks')
    await page.getByRole('link', { name: 'of ann' }).waitFor()
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'))
    await seem('hidden')
    await ended
    await ann.network.post('/v2.0/networks', { network: { name: 'while away' } })
    await seem('visible')
    await page.getByRole('link', { name: 'while away' }).waitFor()
    await hers.leave()
  })
})
