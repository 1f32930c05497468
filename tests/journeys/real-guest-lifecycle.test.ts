import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { serverInStatus } from '@nimbo/testkit/servers'
import { browserMissing, openBrowser } from '../dashboard/browser.ts'
import { factsOf, noGuests, patience, startTellingGuests } from './telling-guests.ts'

/** How much of the screen in the page is not dark. */
const litPixels = `(() => {
  const canvas = document.querySelector('#screen canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let lit = 0
  for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] > 96) lit += 1
  return lit
})()`

const gibibyteInSectors = 2 * 1024 ** 2

/** In the embedded shape alone, for the sake of what lies below the drivers: what a guest sees of what is done to its server. */
test('a real guest sees what is done to its server', { skip: await noGuests() }, async (t) => {
  await using guests = await startTellingGuests({ OS_DEFAULT__ALLOW_RESIZE_TO_SAME_HOST: 'true' })
  const { cloud, ada, imageRef, boot, remove } = guests
  const larger = await makeFlavor(cloud.admin, { name: 'm1.micro', ram: 192, vcpus: 2, disk: 2 })
  const id = await boot({ name: 'ferdinand', imageRef })
  const become = (action: object, status: string) => guests.become(id, action, status)
  const first = await factsOf(ada, id)
  assert.deepEqual([first.cpus, first.sectors, first.beside], [1, gibibyteInSectors, ''])

  await t.test('its screen is seen, and typed at, in a browser', { skip: browserMissing }, async () => {
    const remote_console = { protocol: 'vnc', type: 'novnc' }
    const { body } = await ada.compute.post(`/servers/${id}/remote-consoles`, { remote_console })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(body.remote_console.url)
    await page.locator('#status', { hasText: 'Connected to' }).waitFor({ timeout: 60_000 })
    const lit = await eventually(async () => {
      const count: number = await page.evaluate(litPixels)
      assert.ok(count > 100, `${count} pixels are lit`)
      return count
    }, patience)
    await page.locator('#screen canvas').click()
    await page.keyboard.type('wwwwwwwwww', { delay: 100 })
    await eventually(async () => {
      const count: number = await page.evaluate(litPixels)
      assert.ok(count > lit + 100, `${count} pixels are lit, and ${lit} were`)
    }, patience)
  })

  await t.test('stopped and started, it has its disk', async () => {
    await become({ 'os-stop': null }, 'SHUTOFF')
    await become({ 'os-start': null }, 'ACTIVE')
    assert.equal((await factsOf(ada, id, [first])).mark, first.mark)
  })

  await t.test('suspended and resumed, it counts on', async () => {
    const before = await factsOf(ada, id, [first])
    await become({ suspend: null }, 'SUSPENDED')
    await become({ resume: null }, 'ACTIVE')
    await eventually(async () => {
      const { boot: booted, count } = await factsOf(ada, id)
      assert.ok(count > before.count + 1, `${count} follows ${before.count}`)
      assert.equal(booted, before.boot, 'it was never started again')
    }, patience)
  })

  await t.test('a server of its snapshot has the same content', async () => {
    const asked = await ada.compute.post(`/servers/${id}/action`, { createImage: { name: 'snapshot' } })
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    await serverInStatus(ada, id, 'ACTIVE', patience)
    const copy = await boot({ name: 'copy', imageRef: asked.body.image_id })
    assert.equal((await factsOf(ada, copy)).mark, first.mark)
    await remove(copy)
  })

  await t.test('resized, it has more of everything, and its disk', async () => {
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
