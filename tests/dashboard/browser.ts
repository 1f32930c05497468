import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const program = '/usr/bin/chromium'

/** The reason to skip browser tests; false if Debian's Chromium is installed. */
export const browserMissing: string | false = existsSync(program) ? false : `${program} is not installed`

/** No sandbox, which does not work in containers, and no network requests of the browser itself. */
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
/** The page is built at the first request, which takes time, more so on a busy machine. */
const firstPageWithinMs = 120_000
const shownWithinMs = 20_000

/** Starts a browser with a profile of its own; disposing of it ends it. */
export const openBrowser = async (): Promise<Browser & AsyncDisposable> =>
  chromium.launch({ executablePath: program, headless: true, args: switches })

interface Seat {
  /** URL of the cloud. */
  readonly url: string
  readonly language?: 'en-US' | 'zh-CN'
  readonly width?: number
  readonly dark?: boolean
}

/** Script errors and Content-Security-Policy violations of each page. */
const complaintsOf = new WeakMap<Page, string[]>()

const userName = 'input[autocomplete="username"]'
const passwordField = 'input[autocomplete="current-password"]'

/** Opens the dashboard in a new browser context and waits for the login. */
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

/** Fills in and submits the login form. */
export const fillIn = async (page: Page, user: string, password: string): Promise<void> => {
  await page.locator(userName).fill(user)
  await page.locator(passwordField).fill(password)
  await page.locator(passwordField).press('Enter')
}

/** Logs in and waits for the navigation. */
export const enter = async (page: Page, user: string, password: string): Promise<void> => {
  await fillIn(page, user, password)
  await page.locator('nav').first().waitFor({ state: 'attached' })
}

/** Navigates within the page without reloading it. */
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
  /** Whether to check contrast. It is the slowest rule and does not depend on the language, so one language is enough. */
  readonly colours?: boolean
}

/** Fails if axe-core finds violations of WCAG 2.2 AA or of its best practices. */
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
