import type { ServesConsoles } from '@nimbo/compute/driver/serves-consoles'
import { consoleTail } from '@nimbo/local-guests/console-tail'
import { read } from '@nimbo/qmp/reading'
import type { DriverDeps } from './driver-deps.ts'
import { guestPaths } from './guest-paths.ts'

/** Parses the port in `disconnected:tcp:127.0.0.1:32855,server=on`, optionally followed by the connected peer. */
const portOf = (name: string): number => Number(name.match(/tcp:[^,]*?:(\d+)(,|$)/)?.[1] ?? 0)

/** Serves the log of the serial port, and the ports on which QEMU listens for clients of VNC and the serial port. */
export const servesConsoles = ({ guests, instancesDir, consoles }: DriverDeps): ServesConsoles => ({
  consoleOutput: (id, maxBytes) => consoleTail(guestPaths(instancesDir, id).consoleLog, maxBytes),

  vncConsole: async (id) => {
    const guest = await guests.find(id)
    if (guest === undefined) return undefined
    const { enabled, service } = read.object(await guest.qmp.execute('query-vnc'), 'vnc')
    return enabled === true ? { host: consoles.reachedAt, port: Number(service) } : undefined
  },

  serialConsole: async (id) => {
    const guest = await guests.find(id)
    if (guest === undefined) return undefined
    for (const one of read.list(await guest.qmp.execute('query-chardev'), 'chardevs')) {
      const { label, filename } = read.object(one, 'a chardev')
      const port = label === 'serial' ? portOf(read.text(filename, 'filename')) : 0
      if (port > 0) return { host: consoles.reachedAt, port }
    }
    return undefined
  },
})
