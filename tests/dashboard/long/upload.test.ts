import assert from 'node:assert/strict'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { Browser } from 'playwright-core'
import { assertNoComplaints, browserMissing, enter, goTo, openBrowser, sitDown } from '../browser.ts'
import { Visitor } from '../visitor.ts'

const bytes = 200 * 2 ** 20

describe('uploading an image of 200 MiB', { skip: browserMissing }, () => {
  let home: Awaited<ReturnType<typeof temporaryDirectory>>
  let cloud: TestCloud
  let browser: Browser
  let path = ''

  before(async () => {
    home = await temporaryDirectory()
    path = join(home.path, 'disk.raw')
    const file = await open(path, 'w')
    await file.truncate(bytes)
    await file.close()
    cloud = await startTestCloud()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await cloud?.[Symbol.asyncDispose]()
    await home?.[Symbol.asyncDispose]()
  })

  for (const language of ['en-US', 'zh-CN'] as const)
    it(`shows increasing progress and stores all bytes: ${language}`, async () => {
      const page = await sitDown(browser, { url: cloud.url, language })
      await enter(page, 'admin', cloud.access.password)
      const visitor = new Visitor(page, language)
      await goTo(page, '/project/create-image')
      await visitor.field('name').fill('large')
      await page.locator('input[type=file]').setInputFiles(path)
      await visitor.field('disk_format').selectOption('raw')
      // Records each value of the progress bar.
      await page.evaluate(`window.seen = new Set(); new MutationObserver(() => {
        const bar = document.querySelector('[role=progressbar]')
        if (bar) window.seen.add(Number(bar.getAttribute('aria-valuenow')))
      }).observe(document.body, { subtree: true, childList: true, attributes: true })`)
      await page.locator('button[type=submit]').click()
      await page.getByRole('heading', { level: 1, name: 'large' }).waitFor({ timeout: 180_000 })
      await page.getByText('200 MiB').first().waitFor()
      const seen = await page.evaluate<number[]>('[...window.seen]')
      assert.ok(seen.length > 3, `the bar stood at ${seen.join(', ')}`)
      assert.deepEqual(
        seen,
        seen.toSorted((one, other) => one - other),
      )
      const { body } = await cloud.admin.image.get('/v2/images?name=large&sort_key=created_at')
      assert.equal(body.images[0].size, bytes)
      await visitor.lookClosely()
      assertNoComplaints(page)
      await page.context().close()
    })
})
