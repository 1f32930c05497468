/**
 * The costs of the dashboard: `node bench/dashboard.ts [SESSIONS] [SERVERS]`. Starts `nimbo up` with SERVERS (1,000) servers on ten hosts of the
 * fake hypervisor, opens SESSIONS (50) that listen for changes, and creates networks through the API. Prints the time from the request until each
 * session receives the change; the memory that the sessions add to a separate `horizon` process; and in Debian's Chromium the time and
 * size of the first page after the login, the time of a page with a hundred of the servers, and the longest time between frames while it
 * scrolls.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { BrowserDoor } from '../tests/dashboard/login-link.ts'
import { enter, goTo, openBrowser, sitDown } from '../tests/dashboard/browser.ts'
import { horizonInFrontOf } from '../tests/dashboard/horizon-in-front.ts'
import { type BenchClient, benchClient } from './bench-client.ts'
import type { BenchCloud } from './bench-cloud.ts'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import { prepareParts, spread } from './prepare-parts.ts'

const [sessions = 50, servers = 1000] = process.argv.slice(2).map(Number)
const [hosts, width, changes] = [10, 8, 20]
const withinMs = 120_000
const pageSize = 100

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const sorted = (values: readonly number[]): readonly number[] => values.toSorted((one, other) => one - other)
const quantile = (values: readonly number[], part: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + withinMs; !(await holds()); await pause(100))
    if (Date.now() > deadline) throw new Error(`${what} after ${withinMs / 1000} s`)
}

const bootMany = async (client: BenchClient): Promise<void> => {
  const parts = await prepareParts(client)
  await spread(servers, width, async (index) => {
    const server = { name: `server-${String(index).padStart(4, '0')}`, ...parts }
    await client.call('compute', 'POST', '/v2.1/servers', { server })
  })
  await until('not all servers were built', async () => {
    const building = '/v2.1/servers?status=BUILD&limit=1'
    return (
      (await client.call<{ servers: readonly unknown[] }>('compute', 'GET', building)).servers.length === 0
    )
  })
}

const logIn = async (url: string, { credentials }: BenchCloud): Promise<BrowserDoor> => {
  const door = new BrowserDoor(url)
  const { status } = await door.logIn(credentials.username, credentials.password, credentials.projectName)
  if (status >= 300) throw new Error(`the login was answered ${status}`)
  return door
}

const logManyIn = async (url: string, cloud: BenchCloud) => {
  const streams = []
  for (let index = 0; index < sessions; index += 1) streams.push(await (await logIn(url, cloud)).events())
  return streams
}

/** Measures the time from a request until each session has received its change. */
const tellAll = async (url: string, cloud: BenchCloud, client: BenchClient): Promise<void> => {
  const streams = await logManyIn(url, cloud)
  const took: number[] = []
  for (let change = 0; change < changes; change += 1) {
    const began = performance.now()
    const { network } = await client.call<{ network: { id: string } }>('network', 'POST', '/v2.0/networks', {
      network: { name: `change-${change}` },
    })
    await Promise.all(
      streams.map(async (stream) => {
        await stream.about('network', network.id)
        took.push(performance.now() - began)
      }),
    )
  }
  for (const stream of streams) stream.close()
  say(
    `${sessions} sessions receive a change after ${quantile(took, 0.5).toFixed(0)} ms (median), ${quantile(took, 1).toFixed(0)} ms (latest of ${changes})`,
  )
}

const residentMib = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Measures the memory that sessions add to a separate `horizon` process for the cloud. */
const weigh = async (cloud: BenchCloud): Promise<void> => {
  await using horizon = await horizonInFrontOf(cloud.identityUrl)
  await (await logIn(horizon.url, cloud)).ask('GET', '/api/proxy/compute/v2.1/servers?limit=20')
  const before = await residentMib(horizon.pid)
  const streams = await logManyIn(horizon.url, cloud)
  const after = await residentMib(horizon.pid)
  for (const stream of streams) stream.close()
  say(
    `horizon has ${before.toFixed(0)} MiB with one session, ${after.toFixed(0)} MiB with ${sessions + 1} sessions that listen`,
  )
}

interface Frames {
  readonly longest: number
  readonly count: number
}

/** Scrolls the page to its end in steps of an eighth of a screen; returns the number of frames and the longest time between two. */
const scroll = (page: Page): Promise<Frames> =>
  page.evaluate(`new Promise((resolve) => {
    const box = [...document.querySelectorAll('*')].filter((one) => one.scrollHeight > one.clientHeight + 200 && /auto|scroll/.test(getComputedStyle(one).overflowY)).at(-1) ?? document.scrollingElement
    const times = []
    const step = (at) => {
      times.push(at)
      const before = box.scrollTop
      box.scrollTop += box.clientHeight / 8
      if (box.scrollTop !== before) return requestAnimationFrame(step)
      const gaps = times.slice(1).map((time, index) => time - times[index])
      resolve({ longest: Math.max(...gaps), count: gaps.length })
    }
    requestAnimationFrame(step)
  })`)

const look = async (url: string, { credentials }: BenchCloud): Promise<void> => {
  await using browser = await openBrowser()
  const page = await sitDown(browser, { url })
  const loaded = () =>
    page.evaluate<number>(
      `performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((sum, { transferSize }) => sum + transferSize, 0)`,
    )
  const began = performance.now()
  await enter(page, credentials.username, credentials.password)
  await page.locator('main tbody tr').first().waitFor()
  await page.locator('main .pf-v6-c-skeleton').first().waitFor({ state: 'detached' })
  const took = performance.now() - began
  // Transfer sizes are complete only when no request is pending.
  await page.waitForLoadState('networkidle')
  say(
    `the first page after the login: ${took.toFixed(0)} ms until it is complete, ${((await loaded()) / 1000).toFixed(0)} kB with an empty browser cache`,
  )
  const opened = performance.now()
  await goTo(page, `/project/servers?limit=${pageSize}`)
  await page
    .locator('tbody tr')
    .nth(Math.min(pageSize, servers) - 1)
    .waitFor({ timeout: withinMs })
  say(`${Math.min(pageSize, servers)} of ${servers} servers: ${(performance.now() - opened).toFixed(0)} ms`)
  const { longest, count } = await scroll(page)
  say(`scrolled through: ${count} frames, at most ${longest.toFixed(0)} ms apart`)
  await page.context().close()
}

await using cloud = await startEmbeddedCloud({ hosts })
const url = new URL(cloud.identityUrl).origin
const client = await benchClient(cloud)
await bootMany(client)
await tellAll(url, cloud, client)
await weigh(cloud)
await look(url, cloud)
client.close()
