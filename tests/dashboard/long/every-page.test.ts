import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser, Page } from 'playwright-core'
import {
  assertAccessible,
  assertNoComplaints,
  browserMissing,
  enter,
  goTo,
  openBrowser,
  sitDown,
} from '../browser.ts'
import { furnish, type Furnished } from '../furnish.ts'

const narrow = 400

/** A page must not be wider than its window: wide content scrolls within the page. */
const assertFits = async (page: Page): Promise<void> => {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= narrow, `${page.url()} is ${width} wide`)
}

const arrived = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
}

describe('every page in a narrow window', { skip: browserMissing }, () => {
  let cloud: TestCloud
  let browser: Browser
  let furnished: Furnished

  before(async () => {
    cloud = await startTestCloud({
      hosts: 3,
      environment: { ...notificationSettings(), OS_POLLING__INTERVAL: '1' },
    })
    browser = await openBrowser()
    furnished = await furnish(cloud)
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
  })

  // One language with the dark theme and one with the light, so that axe checks the contrast of both.
  for (const [language, dark] of [
    ['en-US', false],
    ['zh-CN', true],
  ] as const)
    it(`does not overflow, and axe-core finds no violation: ${language}`, async () => {
      const page = await sitDown(browser, { url: cloud.url, language, dark, width: narrow })
      await assertAccessible(page)
      await enter(page, 'admin', cloud.access.password)
      const listed = await page.evaluate<string[]>(
        `[...document.querySelectorAll('nav a[href^="/dashboard/"]')].map((link) => link.getAttribute('href'))`,
      )
      const { server, stack } = furnished
      const tabs = [
        '',
        'flow',
        'interfaces',
        'volumes',
        'metrics',
        'actions',
        'log',
        'json',
        'command',
        'source',
      ]
      const addresses = [
        ...listed.map((address) => address.replace('/dashboard', '')),
        ...tabs.map((tab) => `/project/servers/${server}/${tab}`),
        ...['', 'resources', 'picture', 'template'].map(
          (tab) => `/project/stacks/${encodeURIComponent(stack)}/${tab}`,
        ),
        ...['/project/create-server', '/project/create-image', '/project/launch-stack'],
      ]
      assert.ok(addresses.length > 70, `${addresses.length} pages`)
      const wrong: string[] = []
      for (const address of addresses) {
        await goTo(page, address)
        await arrived(page)
        try {
          await assertFits(page)
          await assertAccessible(page)
        } catch (error) {
          wrong.push(error instanceof Error ? `${address}: ${error.message}` : String(error))
        }
      }
      assert.deepEqual(wrong, [])
      assertNoComplaints(page)
      await page.context().close()
    })
})
