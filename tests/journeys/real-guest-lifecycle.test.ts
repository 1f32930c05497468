import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { serverInStatus } from '@nimbo/testkit/servers'
import type { Page } from 'playwright-core'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { browserMissing, openBrowser } from '../dashboard/browser.ts'
import { consoleOf, factsOf, patience, startTellingGuests } from './telling-guests.ts'

/** Counts the pixels of the screen in the page that are not dark. */
const litPixels = `(() => {
  const canvas = document.querySelector('#screen canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let lit = 0
  for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] > 96) lit += 1
  return lit
})()`

const litIn = async (page: Page): Promise<number> => page.evaluate(litPixels)

/** The most pixels that a blinking cursor lights or darkens; each letter typed here lights more. */
const cursorPixels = 24

/** The count of lit pixels once only the cursor still changes, as when a guest waits at its login. */
const litAtRest = (page: Page): Promise<number> =>
  eventually(async () => {
    const first = await litIn(page)
    assert.ok(first > 100, `${first} pixels are lit`)
    await page.waitForTimeout(1_500)
    const second = await litIn(page)
    assert.ok(Math.abs(second - first) <= cursorPixels, `${first} pixels were lit, now ${second}`)
    return second
  }, patience)

/**
 * Types letters until they appear. What is typed before the guest's login prompt reads its input is lost, and while the guest
 * is paused its keyboard buffers only a few keys.
 */
const typeUntilSeen = async (page: Page): Promise<void> => {
  await page.locator('#screen canvas').click()
  await eventually(async () => {
    const lit = await litAtRest(page)
    await page.keyboard.type('www', { delay: 100 })
    const seen = async () => {
      const count = await litIn(page)
      assert.ok(count > lit + 2 * cursorPixels, `${count} pixels are lit, and ${lit} were`)
    }
    await eventually(seen, { withinMs: 10_000 })
  }, patience)
}

const gibibyteInSectors = 2 * 1024 ** 2

/** In the embedded shape only, because this is about what libvirt and QEMU do. */
test('actions on a server have their effect inside a real guest', {
  skip: await guestsMissing(),
}, async (t) => {
  await using guests = await startTellingGuests({ OS_DEFAULT__ALLOW_RESIZE_TO_SAME_HOST: 'true' })
  const { cloud, ada, imageRef, boot, remove } = guests
  const larger = await makeFlavor(cloud.admin, { name: 'm1.micro', ram: 192, vcpus: 2, disk: 2 })
  const id = await boot({ name: 'ferdinand', imageRef })
  const become = (action: object, status: string) => guests.become(id, action, status)
  const first = await factsOf(ada, id)
  assert.deepEqual([first.cpus, first.sectors, first.beside], [1, gibibyteInSectors, ''])

  for (const [protocol, type] of [
    ['vnc', 'novnc'],
    ['spice', 'spice-html5'],
  ] as const)
    await t.test(
      `a browser shows the ${protocol} console of the guest, and the guest receives what is typed there`,
      { skip: browserMissing },
      async () => {
        await eventually(async () => assert.match(await consoleOf(ada, id), / login:/), patience)
        const { body } = await ada.compute.post(`/servers/${id}/remote-consoles`, {
          remote_console: { protocol, type },
        })
        await using browser = await openBrowser()
        const page = await browser.newPage()
        await page.goto(body.remote_console.url)
        await page.locator('#status', { hasText: 'Connected to' }).waitFor({ timeout: 60_000 })
        await typeUntilSeen(page)
      },
    )

  await t.test('the guest keeps its disk when its server is stopped and started', async () => {
    await become({ 'os-stop': null }, 'SHUTOFF')
    await become({ 'os-start': null }, 'ACTIVE')
    assert.equal((await factsOf(ada, id, [first])).mark, first.mark)
  })

  await t.test('the guest goes on without a reboot after suspend and resume', async () => {
    const before = await factsOf(ada, id, [first])
    await become({ suspend: null }, 'SUSPENDED')
    await become({ resume: null }, 'ACTIVE')
    await eventually(async () => {
      const { boot: booted, count } = await factsOf(ada, id)
      assert.ok(count > before.count + 1, `${count} follows ${before.count}`)
      assert.equal(booted, before.boot, 'the guest was not booted again')
    }, patience)
  })

  await t.test('a server booted from a snapshot has the content of its disk', async () => {
    const asked = await ada.compute.post(`/servers/${id}/action`, { createImage: { name: 'snapshot' } })
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    await serverInStatus(ada, id, 'ACTIVE', patience)
    const copy = await boot({ name: 'copy', imageRef: asked.body.image_id })
    assert.equal((await factsOf(ada, copy)).mark, first.mark)
    await remove(copy)
  })

  await t.test('a resize gives the guest more CPUs, memory and disk; its content stays', async () => {
    const before = await factsOf(ada, id)
    await become({ resize: { flavorRef: larger } }, 'VERIFY_RESIZE')
    const resized = await factsOf(ada, id, [before])
    assert.deepEqual([resized.mark, resized.cpus, resized.sectors], [first.mark, 2, 2 * gibibyteInSectors])
    assert.ok(resized.kib > first.kib + 40_000, `${resized.kib} KiB, and ${first.kib} before`)
    assert.equal((await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })).status, 204)
    await serverInStatus(ada, id, 'ACTIVE', patience)
  })

  await remove(id)

  await cloud.settled()
})
