import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { DriverDeps } from './driver-deps.ts'
import { defaultGuestOptions } from './guest-options.ts'

/** A host whose libvirt has no domains and accepts none. */
export const hostWithoutLibvirt = (instancesDir: string, host: string): DriverDeps => {
  const fails = () => Promise.reject(new Error('libvirt is not well'))
  return {
    ...{
      instancesDir,
      swtpmDir: `${instancesDir}/swtpm`,
      host,
      clock: systemClock,
      log: silentLog,
      guests: defaultGuestOptions,
    },
    session: { connection: fails, call: fails, close: async () => {} },
    domains: {
      ...{ find: async () => undefined, get: fails, power: fails, reaches: fails, xml: fails },
      list: async () => [],
    },
    virtType: async () => 'qemu',
    vnc: { listen: '127.0.0.1', reachedAt: '127.0.0.1' },
    spice: async () => undefined,
    serialPorts: undefined,
    guestDevices: fails,
  }
}
