import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const program = '/usr/bin/chromium'

/** Why tests of pages are skipped here; false where Debian's Chromium is installed. */
export const browserMissing: string | false = existsSync(program) ? false : `${program} is not installed`

/** No sandbox within containers; nothing of the browser's own goes out. */
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const wide = { width: 1280, height: 800 }
/** The page is built when it is first asked for; that and a busy machine take their time. */
const firstPageWithinMs = 120_000
const shownWithinMs = 20_000

/** A browser with a profile of its own; dispose of it to end it. */
export const openBrowser = async (): Promise<Browser & AsyncDisposable> =>
  chromium.launch({ executablePath: program, headless: true, args: switches })

interface Seat {
  /** Of the cloud. */
  readonly url: string
  readonly language?: 'en-US' | 'zh-CN'
  readonly width?: number
  readonly dark?: boolean
}

/** What the page complained of: errors of its scripts, and what its Content-Security-Policy kept it from. */
const complaintsOf = new WeakMap<Page, string[]>()

const userName = 'input[autocomplete="username"]'
const passwordField = 'input[autocomplete="current-password"]'

/** Somebody at a screen who has opened the dashboard. */
export const sitDown = async (
  browser: Browser,
  { url, language = 'en-US', width, dark }: Seat,
): Promise<Page> => {
  const context: BrowserContext = await browser.newContext({
    viewport: width === undefined ? wide : { ...wide, width },
    locale: language,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(shownWithinMs)
  const complaints: string[] = []
  complaintsOf.set(page, complaints)
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text())
  })
  await page.goto(`${url}/dashboard/`)
  await page.locator(userName).waitFor({ timeout: firstPageWithinMs })
  return page
}

/** Sends the form of the login. */
export const fillIn = async (page: Page, user: string, password: string): Promise<void> => {
  await page.locator(userName).fill(user)
  await page.locator(passwordField).fill(password)
  await page.locator(passwordField).press('Enter')
}

/** Logs in. */
export const enter = async (page: Page, user: string, password: string): Promise<void> => {
  await fillIn(page, user, password)
  await page.locator('nav').first().waitFor({ state: 'attached' })
}

/** Goes to an address of the page without loading it anew. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  const address = JSON.stringify(`/dashboard${path}`)
  await page.evaluate(`history.pushState({}, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`)
  await page.locator('main').waitFor()
}

export const assertNoComplaints = (page: Page): void => assert.deepEqual(complaintsOf.get(page), [])

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

interface Closely {
  /** Contrast is a matter of colours, whatever the language: the dearest of all rules, and enough once. */
  readonly colours?: boolean
}

/** Fails with what axe-core finds: WCAG 2.2 AA and what it holds to be good practice. */
export const assertAccessible = async (page: Page, { colours = true }: Closely = {}): Promise<void> => {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source)
  const options = JSON.stringify({
    ...{ resultTypes: ['violations'], preload: false },
    rules: { 'color-contrast': { enabled: colours } },
  })
  const { violations }: AxeResult = await page.evaluate(`axe.run(document, ${options})`)
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  )
  assert.deepEqual(found, [], page.url())
}
