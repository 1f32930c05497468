/**
 * Takes the pictures of `docs/pictures`: `node tests/dashboard/pictures.ts [NAME…]`. No test checks them, so look at them
 * afterwards.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Page } from 'playwright-core'
import { enter, goTo, openBrowser, sitDown } from './browser.ts'
import { type Furnished, furnish } from './furnish.ts'

interface Picture {
  readonly name: string
  readonly path: (furnished: Furnished) => string
  /** Selector of an element that must be visible before the picture is taken. */
  readonly until: string
  readonly seat?: { readonly language?: 'zh-CN'; readonly dark?: boolean; readonly width?: number }
  readonly prepare?: (page: Page) => Promise<void>
}

const chooseHop = (page: Page): Promise<void> => page.locator('.flow-hop').nth(14).click()

const pictures: readonly Picture[] = [
  { name: 'servers', path: () => '/project/servers', until: 'table' },
  {
    name: 'flow',
    path: ({ server }) => `/project/servers/${server}/flow`,
    until: '.flow-hop',
    prepare: chooseHop,
  },
  {
    name: 'flow-zh',
    path: ({ server }) => `/project/servers/${server}/flow`,
    until: '.flow-hop',
    seat: { language: 'zh-CN' },
    prepare: chooseHop,
  },
  { name: 'topology', path: () => '/project/topology', until: '.topology-server' },
  { name: 'topology-dark', path: () => '/project/topology', until: '.topology-server', seat: { dark: true } },
  { name: 'overview', path: () => '/project/overview', until: 'main h1' },
  { name: 'create-server', path: () => '/project/create-server', until: 'main form, main h1' },
  { name: 'networks', path: () => '/project/networks', until: 'table' },
  { name: 'hosts', path: () => '/admin/map', until: '.map-host' },
  {
    name: 'metrics',
    path: ({ server }) => `/project/servers/${server}/metrics`,
    until: 'canvas',
  },
  {
    name: 'stack',
    path: ({ stack }) => `/project/stacks/${encodeURIComponent(stack)}/picture`,
    until: '.topology-status-create_complete',
  },
  { name: 'usage', path: () => '/project/usage', until: 'canvas' },
  { name: 'servers-narrow', path: () => '/project/servers', until: 'table', seat: { width: 400 } },
]

const directory = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const wanted = process.argv.slice(2)
/** Icons and fonts appear after their elements. */
const restMs = 800

await mkdir(directory, { recursive: true })
await using cloud = await startTestCloud({
  hosts: 3,
  // A short polling interval, so that there are measures to show.
  environment: { ...notificationSettings(), OS_POLLING__INTERVAL: '1' },
})
await using browser = await openBrowser()
const furnished = await furnish(cloud)
for (const { name, path, until, seat, prepare } of pictures) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const page = await sitDown(browser, { url: cloud.url, ...seat })
  await enter(page, 'admin', cloud.access.password)
  await goTo(page, path(furnished))
  await page.locator(until).first().waitFor()
  await prepare?.(page)
  await page.waitForTimeout(restMs)
  await page.screenshot({ path: join(directory, `${name}.png`) })
  await page.context().close()
  process.stdout.write(`${name}.png\n`)
}
