import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import { eventually, type Patience } from '@nimbo/testing/eventually'

/** For emulated guests (TCG) on a busy machine. */
export const patience: Patience = { withinMs: 900_000, everyMs: 500 }

/** The content of the first sector of a disk that a guest is to fill. */
export const toBeFilled = 'fill\n'

/**
 * At every boot the guest reports how many files on its root disk are whole, each of which has its checksum in its name; then it
 * keeps writing such files, and reports each that is synced. Another disk that begins with `fill` it fills with noise, and puts the
 * checksum in its first sector. In each round it reports what it reads from every disk, bypassing its cache, and writes the number of the
 * round to it. It opens disks by its own device nodes: if the kernel had just removed the node of a detached disk, a write would create a
 * plain file of that name, which would hide the next disk.
 */
const worker = `#!/bin/sh
work=/var/lib/guest/work
mkdir -p $work
whole=0
broken=0
for file in $work/*-*; do
  [ -f "$file" ] || continue
  if [ "$(md5sum < "$file" | cut -c1-32)" = "\${file##*-}" ]; then whole=$((whole + 1)); else broken=$((broken + 1)); fi
done
boot=$(cut -c1-8 /proc/sys/kernel/random/boot_id)
echo "found $boot $whole whole $broken broken." > /dev/console
sum_of() { dd if=$1 bs=64k skip=16 count=16 2>/dev/null | md5sum | cut -c1-32; }
head_of() { dd if=$1 bs=512 count=1 2>/dev/null | tr -d '\\000' | head -n 1 | cut -c1-40; }
count=0
while :; do
  count=$((count + 1))
  if [ $count -le 300 ]; then
    head -c 20000 /dev/urandom > $work/new
    mv $work/new $work/$boot-$count-$(md5sum < $work/new | cut -c1-32)
    sync
    echo "wrote $boot $count." > /dev/console
  fi
  for path in /sys/block/vd[b-z]; do
    [ -e $path ] || continue
    serial=$(cat $path/serial)
    number=$(cat $path/dev)
    disk=/dev/busy-$number
    [ -b $disk ] || mknod $disk b \${number%:*} \${number#*:}
    echo 3 > /proc/sys/vm/drop_caches
    case "$(head_of $disk)" in
      fill*)
        dd if=/dev/urandom of=$disk bs=64k seek=16 count=16 conv=notrunc,fsync 2>/dev/null
        echo "held $(sum_of $disk)" | dd of=$disk bs=512 count=1 conv=sync,notrunc,fsync 2>/dev/null
        echo 3 > /proc/sys/vm/drop_caches
        ;;
    esac
    echo "looked $count" | dd of=$disk bs=512 count=1 seek=1 conv=sync,notrunc,fsync 2>/dev/null || echo "failed $boot $count $serial." > /dev/console
    echo "disk $boot $count $serial $(cat $path/size) [$(head_of $disk)] $(sum_of $disk)." > /dev/console
  done
  sleep 1
done
`

/** User data that makes the guest do this from now on and after each boot from this disk. */
export const busyUserData = Buffer.from(
  `#!/bin/sh
cat > /usr/lib/guest/busy <<'BUSY'
${worker}BUSY
chmod 755 /usr/lib/guest/busy
sed -i '2i /usr/lib/guest/busy &' /usr/lib/guest/user-data
sync
/usr/lib/guest/busy &
`,
).toString('base64')

/** What a guest has read from a disk other than its root disk. */
export interface SeenDisk {
  readonly boot: string
  /** The number of the round in which it was read. */
  readonly count: number
  readonly gibibytes: number
  readonly head: string
  readonly sum: string
}

export const consoleOf = async ({ compute }: Client, id: string): Promise<string> => {
  const { status, body } = await compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
  assert.equal(status, 200, JSON.stringify(body))
  return body.output
}

const disks = /disk (\S+) (\d+) (\S+) (\d+) \[(.*)\] (\S+)\./g
const sectorsOfGibibyte = 2 * 1024 ** 2

/** Waits until the last report of the guest about a volume is `wanted`. */
export const sees = (
  person: Client,
  server: string,
  volumeId: string,
  wanted: (seen: SeenDisk) => boolean = () => true,
): Promise<SeenDisk> =>
  eventually(async () => {
    // A disk's serial number is the beginning of the volume's id.
    const all = [...(await consoleOf(person, server)).matchAll(disks)]
      .filter(([, , , serial = '-']) => volumeId.startsWith(serial))
      .map(([, boot = '', count, , sectors, head = '', sum = '']): SeenDisk => {
        return { boot, count: Number(count), gibibytes: Number(sectors) / sectorsOfGibibyte, head, sum }
      })
    const last = all.at(-1)
    assert.ok(last !== undefined && wanted(last), `volume ${volumeId}: ${JSON.stringify(last)}`)
    return last
  }, patience)

/** Whether a write to this volume has failed in the guest; that also happens while it is being detached. */
export const failedToWrite = async (person: Client, server: string, volumeId: string): Promise<boolean> =>
  [...(await consoleOf(person, server)).matchAll(/failed \S+ \d+ (\S+)\./g)].some(([, serial = '-']) =>
    volumeId.startsWith(serial),
  )

/** Whether the guest reads the noise with which the disk was filled. */
export const holdsItsSum = ({ head, sum }: SeenDisk): boolean => head === `held ${sum}`

/** Waits for two more rounds of the guest; fails unless the volume has its content and the guest has not rebooted. */
export const looksAgain = async (person: Client, server: string, volumeId: string): Promise<void> => {
  const { count, boot } = await sees(person, server, volumeId)
  const later = await sees(person, server, volumeId, (seen) => seen.count > count + 1)
  assert.ok(holdsItsSum(later))
  assert.equal(later.boot, boot)
}

/** Waits until the guest has synced at least so many files since its boot; returns their number. */
export const written = async (person: Client, server: string, least: number): Promise<number> =>
  eventually(async () => {
    const [, count] = [...(await consoleOf(person, server)).matchAll(/wrote \S+ (\d+)\./g)].at(-1) ?? []
    assert.ok(Number(count) >= least, `${count} files`)
    return Number(count)
  }, patience)

/** The numbers of whole and broken files that the guest found at its last boot. */
export const found = async (
  person: Client,
  server: string,
): Promise<{ readonly whole: number; readonly broken: number }> =>
  eventually(async () => {
    const all = [...(await consoleOf(person, server)).matchAll(/found \S+ (\d+) whole (\d+) broken\./g)]
    const [, whole, broken] = all.at(-1) ?? []
    assert.ok(whole !== undefined, `${server} has not told yet`)
    return { whole: Number(whole), broken: Number(broken) }
  }, patience)
