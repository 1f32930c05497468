import assert from 'node:assert/strict'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStateDirectory } from '@nimbo/cloud/state-directory'
import { installCommand, missingPackages } from '@nimbo/cloud/system-packages'
import { libvirtDrivers } from '@nimbo/cloud/up/libvirt-drivers'
import { checkRequiredTools } from '@nimbo/guest-image/required-tools'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { systemClock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { browserMissing, openBrowser } from '../dashboard/browser.ts'

/** Under TCG, on a machine that does much else. */
const patience = { withinMs: 240_000, everyMs: 500 }

/**
 * Marks the disk that it runs on, and has the guest tell at every boot from that disk what it is made of: the mark of the disk
 * it runs from, those of disks beside it, and its processors, memory and root disk; and count, in memory alone.
 */
const userData = `#!/bin/sh
cat /proc/sys/kernel/random/uuid > /var/lib/guest/mark
cat > /usr/lib/guest/facts <<'FACTS'
#!/bin/sh
beside=
for disk in /dev/vd[b-z]*; do
  mount -r "$disk" /mnt 2>/dev/null || continue
  beside="$beside,$(cat /mnt/var/lib/guest/mark 2>/dev/null)"
  umount /mnt
done
memory=$(awk '/MemTotal/ { print $2 }' /proc/meminfo)
boot=$(cut -c1-8 /proc/sys/kernel/random/boot_id)
made="mark=$(cat /var/lib/guest/mark) cpus=$(nproc) kib=$memory sectors=$(cat /sys/block/vda/size) beside=$beside"
(
  count=0
  while :; do
    count=$((count + 1))
    echo "facts $boot $count $made." > /dev/console
    sleep 2
  done
) &
FACTS
chmod 755 /usr/lib/guest/facts
sed -i '2i /usr/lib/guest/facts' /usr/lib/guest/user-data
sync
/usr/lib/guest/facts
`

const reasonToSkip = async (): Promise<string | false> => {
  if (process.getuid?.() !== 0) return 'needs root, to run libvirtd'
  const missing = await missingPackages()
  if (missing.length > 0) return `not installed; ${installCommand(missing)}`
  return checkRequiredTools().then(() => false, messageOf)
}

interface Facts {
  readonly boot: string
  readonly count: number
  readonly mark: string
  readonly cpus: number
  readonly kib: number
  readonly sectors: number
  readonly beside: string
}

const consoleOf = async ({ compute }: Client, id: string): Promise<string> => {
  const { status, body } = await compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
  assert.equal(status, 200, JSON.stringify(body))
  return body.output
}

const told = /facts (\S+) (\d+) mark=(\S+) cpus=(\d+) kib=(\d+) sectors=(\d+) beside=(\S*)\./g

/** What the guest tells of itself once it has booted anew since `before`. */
const factsOf = (person: Client, id: string, before: readonly Facts[] = []): Promise<Facts> =>
  eventually(async () => {
    const all = [...(await consoleOf(person, id)).matchAll(told)]
    const [, boot = '', count, mark = '', cpus, kib, sectors, beside = ''] = all.at(-1) ?? []
    assert.ok(boot !== '' && before.every((one) => one.boot !== boot), `${id} has not told yet`)
    const [processors, memory, disk] = [Number(cpus), Number(kib), Number(sectors)]
    return { boot, count: Number(count), mark, cpus: processors, kib: memory, sectors: disk, beside }
  }, patience)

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
test('a real guest sees what is done to its server', { skip: await reasonToSkip() }, async (t) => {
  await using directory = await ownedDirectory('nimbo-life-')
  // QEMU runs as a user of its own and has to come by.
  await chmod(directory.path, 0o711)
  const state = await openStateDirectory(join(directory.path, 'state'))
  const setup = { state, clock: systemClock, log: silentLog }
  await sharedServer('libvirtd')
  await using stack = new AsyncDisposableStack()
  stack.defer(
    await ensureLibvirtd({
      stateDir: await state.directory('libvirt'),
      endsWithProcess: true,
      log: silentLog,
    }),
  )
  await using cloud = await startTestCloud({
    stateDir: state.path,
    drivers: () => libvirtDrivers(setup),
    environment: { OS_DEFAULT__ALLOW_RESIZE_TO_SAME_HOST: 'true' },
  })
  const ada = await cloud.person('ada')
  const tiny = await tinyImage()
  const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data: await readFile(tiny.path) })
  const small = await makeFlavor(cloud.admin, { name: 'm1.nano', ram: 128, disk: 1 })
  const larger = await makeFlavor(cloud.admin, { name: 'm1.micro', ram: 192, vcpus: 2, disk: 2 })
  const order = {
    ...{ flavorRef: small, config_drive: true, networks: 'none' },
    user_data: Buffer.from(userData).toString('base64'),
  }
  const boot = async (parts: object): Promise<string> => {
    const made = await bootServer(ada, { ...order, ...parts })
    await serverInStatus(ada, made, 'ACTIVE', patience)
    return made
  }
  const remove = async (server: string): Promise<void> => {
    assert.equal((await ada.compute.delete(`/servers/${server}`)).status, 204)
    await serverGone(ada, server, patience)
  }
  const id = await boot({ name: 'ferdinand', imageRef })
  const become = async (action: object, status: string) => {
    await act(ada, id, action)
    await serverInStatus(ada, id, status, patience)
  }
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
