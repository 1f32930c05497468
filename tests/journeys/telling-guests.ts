import assert from 'node:assert/strict'
import type { Drivers } from '@nimbo/cloud/drivers'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import { startGuestCloud } from '@nimbo/testkit/guest-cloud'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'

/** Long, for guests that QEMU emulates (TCG) on a busy machine. */
export const patience = { withinMs: 240_000, everyMs: 500 }

/**
 * Writes a mark on the root disk, and at every boot from that disk has the guest print every two seconds what it has: the mark
 * of its root disk, names and marks of the other disks (its own cannot be mounted a second time), its processors, memory and size
 * of the disk `vda`, whether it has UEFI and a TPM, and a count that is in memory only.
 */
const userData = `#!/bin/sh
cat /proc/sys/kernel/random/uuid > /var/lib/guest/mark
cat > /usr/lib/guest/facts <<'FACTS'
#!/bin/sh
beside=
for disk in /dev/[sv]d*; do
  mount -r "$disk" /mnt 2>/dev/null || continue
  beside="$beside,$(basename "$disk"):$(cat /mnt/var/lib/guest/mark 2>/dev/null)"
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

/** The facts that the guest printed last, once these are of a boot that is none of those in `before`. */
export const factsOf = (person: Client, id: string, before: readonly Facts[] = []): Promise<Facts> =>
  eventually(async () => {
    const all = [...(await consoleOf(person, id)).matchAll(told)]
    const [, boot = '', count, mark = '', cpus, kib, sectors, ...more] = all.at(-1) ?? []
    const [beside = '', efi = '', tpm = ''] = more
    assert.ok(boot !== '' && before.every((one) => one.boot !== boot), `${id} has not printed its facts yet`)
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

/** A cloud with real guests, a user, the tiny image, and functions to boot and delete servers whose guests print their facts. */
export interface TellingGuests extends AsyncDisposable {
  readonly cloud: TestCloud
  readonly ada: Client
  readonly imageRef: string
  /** The bytes of the tiny image, to make images of it with other properties. */
  readonly data: Uint8Array
  /** A flavor that the tiny image boots with; `boot` uses it unless `parts` has another. */
  readonly small: string
  boot(parts: object): Promise<string>
  become(id: string, action: object, status: string): Promise<void>
  remove(id: string): Promise<void>
}

/** In the embedded shape only, because this is about what libvirt and QEMU do; `around` may wrap the drivers. */
export const startTellingGuests = async (
  environment: Readonly<Record<string, string>> = {},
  around: (drivers: Drivers) => Drivers = (drivers) => drivers,
): Promise<TellingGuests> => {
  const site = await startGuestCloud(async (drivers) => around(drivers), environment)
  const { cloud, ada, imageRef, data, flavorRef: small } = site
  const order = {
    ...{ flavorRef: small, config_drive: true, networks: 'none' },
    user_data: Buffer.from(userData).toString('base64'),
  }
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
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
