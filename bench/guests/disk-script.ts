/** A script for the first boot of a guest: `passes` times it writes and reads so many MiB of its second disk, bypassing the page cache, and reports the times on the console. */
export const diskScript = (mebibytes: number, passes: number): string => `#!/bin/sh
now() { cut -d ' ' -f 1 /proc/uptime; }
until [ -b /dev/vdb ]; do sleep 1; done
# The first pass is not reported: it allocates the blocks of the file.
dd if=/dev/zero of=/dev/vdb bs=1M count=${mebibytes} conv=fsync 2>/dev/null
pass=0
while [ $pass -lt ${passes} ]; do
  pass=$((pass + 1))
  begun=$(now)
  dd if=/dev/zero of=/dev/vdb bs=1M count=${mebibytes} conv=fsync 2>/dev/null
  written=$(now)
  echo 3 > /proc/sys/vm/drop_caches
  emptied=$(now)
  dd if=/dev/vdb of=/dev/null bs=1M count=${mebibytes} 2>/dev/null
  echo "moved $pass of ${mebibytes} MiB: $begun $written, $emptied $(now)." > /dev/console
done
`

/** The seconds of a pass, as reported on the console. */
export interface Moved {
  readonly write: number
  readonly read: number
}

export const readMoved = (console: string): readonly Moved[] =>
  [...console.matchAll(/moved \d+ of \d+ MiB: (\S+) (\S+), (\S+) (\S+)\./g)].map((found) => {
    const [begun = 0, written = 0, emptied = 0, read = 0] = found.slice(1).map(Number)
    return { write: written - begun, read: read - emptied }
  })
