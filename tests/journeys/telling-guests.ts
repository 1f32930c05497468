import assert from 'node:assert/strict'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drivers } from '@nimbo/cloud/drivers'
import { openStateDirectory } from '@nimbo/cloud/state-directory'
import { installCommand, missingPackages } from '@nimbo/cloud/system-packages'
import { libvirtDrivers } from '@nimbo/cloud/up/libvirt-drivers'
import { checkRequiredTools } from '@nimbo/guest-image/required-tools'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { systemClock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { sharedServer } from '@nimbo/testing/shared-servers'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** Under TCG, on a machine that does much else. */
export const patience = { withinMs: 240_000, everyMs: 500 }

/**
 * Marks the disk that it runs on, and has the guest tell at every boot from that disk what it is made of: the mark of the disk
 * it runs from, those of disks beside it, its processors, memory and root disk, and whether it has UEFI and a TPM; and count, in
 * memory alone.
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
made="mark=$(cat /var/lib/guest/mark) cpus=$(nproc) kib=$memory sectors=$(cat /sys/block/vda/size) beside=$beside efi=$([ -d /sys/firmware/efi ] && echo yes || echo no) tpm=$([ -e /sys/firmware/acpi/tables/TPM2 ] && echo yes || echo no)"
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

/** Why there are no real guests on this machine. */
export const noGuests = async (): Promise<string | false> => {
  if (process.getuid?.() !== 0) return 'needs root, to run libvirtd'
  const missing = await missingPackages()
  if (missing.length > 0) return `not installed; ${installCommand(missing)}`
  return checkRequiredTools().then(() => false, messageOf)
}

export interface Facts {
  readonly boot: string
  readonly count: number
  readonly mark: string
  readonly cpus: number
  readonly kib: number
  readonly sectors: number
  readonly beside: string
  readonly efi: string
  readonly tpm: string
}

export const consoleOf = async ({ compute }: Client, id: string): Promise<string> => {
  const { status, body } = await compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
  assert.equal(status, 200, JSON.stringify(body))
  return body.output
}

const told =
  /facts (\S+) (\d+) mark=(\S+) cpus=(\d+) kib=(\d+) sectors=(\d+) beside=(\S*) efi=(\S+) tpm=(\S+)\./g

/** What the guest tells of itself once it has booted anew since `before`. */
export const factsOf = (person: Client, id: string, before: readonly Facts[] = []): Promise<Facts> =>
  eventually(async () => {
    const all = [...(await consoleOf(person, id)).matchAll(told)]
    const [, boot = '', count, mark = '', cpus, kib, sectors, ...more] = all.at(-1) ?? []
    const [beside = '', efi = '', tpm = ''] = more
    assert.ok(boot !== '' && before.every((one) => one.boot !== boot), `${id} has not told yet`)
    const [processors, memory, disk] = [Number(cpus), Number(kib), Number(sectors)]
    return {
      boot,
      count: Number(count),
      mark,
      cpus: processors,
      kib: memory,
      sectors: disk,
      beside,
      efi,
      tpm,
    }
  }, patience)

/** A cloud with real guests, a person in it, the tiny image, and what makes and removes servers that tell of themselves. */
export interface TellingGuests extends AsyncDisposable {
  readonly cloud: TestCloud
  readonly ada: Client
  readonly imageRef: string
  /** The tiny image, for images of it with other properties. */
  readonly data: Uint8Array
  /** A flavor that the tiny image boots with; servers have it unless their order says otherwise. */
  readonly small: string
  boot(parts: object): Promise<string>
  become(id: string, action: object, status: string): Promise<void>
  remove(id: string): Promise<void>
}

/** In the embedded shape alone, for the sake of what lies below the drivers; `around` puts something of its own between. */
export const startTellingGuests = async (
  environment: Readonly<Record<string, string>> = {},
  around: (drivers: Drivers) => Drivers = (drivers) => drivers,
): Promise<TellingGuests> => {
  await using stack = new AsyncDisposableStack()
  const directory = stack.use(await ownedDirectory('nimbo-life-'))
  // QEMU runs as a user of its own and has to come by.
  await chmod(directory.path, 0o711)
  const state = await openStateDirectory(join(directory.path, 'state'))
  const setup = { state, clock: systemClock, log: silentLog }
  await sharedServer('libvirtd')
  const stateDir = await state.directory('libvirt')
  stack.defer(await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog }))
  const cloud = stack.use(
    await startTestCloud({
      stateDir: state.path,
      drivers: async () => around(await libvirtDrivers(setup)),
      environment,
    }),
  )
  const ada = await cloud.person('ada')
  const data = await readFile((await tinyImage()).path)
  const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data })
  const small = await makeFlavor(cloud.admin, { name: 'm1.nano', ram: 128, disk: 1 })
  const order = {
    ...{ flavorRef: small, config_drive: true, networks: 'none' },
    user_data: Buffer.from(userData).toString('base64'),
  }
  const kept = stack.move()
  return {
    ...{ cloud, ada, imageRef, data, small },
    boot: async (parts) => {
      const made = await bootServer(ada, { ...order, ...parts })
      await serverInStatus(ada, made, 'ACTIVE', patience)
      return made
    },
    become: async (id, action, status) => {
      await act(ada, id, action)
      await serverInStatus(ada, id, status, patience)
    },
    remove: async (id) => {
      assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
      await serverGone(ada, id, patience)
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}
