import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { pause } from '@nimbo/kernel/deadline'
import type { ServerId } from '@nimbo/kernel/ids'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { affect } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { errors } from '@nimbo/local-guests/errors'
import type { DriverDeps } from './driver-deps.ts'
import { readXml, type XmlNode } from './read-domain-xml.ts'
import { type Element, renderXml } from './xml.ts'

const pollMs = 250

type Which = 'live' | 'inactive'

/** Finds the device in a domain's XML; returns whether it is attached. */
export type Finder = (devices: XmlNode) => boolean

export const hasInterface =
  (mac: string): Finder =>
  (devices) =>
    devices.children('interface').some((one) => one.child('mac').attribute('address') === mac.toLowerCase())

export interface ChangesDevices {
  attach(id: ServerId, device: Element, find: Finder): Promise<void>
  detach(id: ServerId, device: Element, find: Finder): Promise<void>
}

/**
 * Attaches devices to domains and detaches them. A change applies to the running guest and to the persistent definition; each
 * operation is idempotent.
 */
export const changesDevices = (
  deps: Pick<DriverDeps, 'session' | 'domains' | 'clock' | 'guests'>,
): ChangesDevices => {
  const { session, domains, clock } = deps
  const { detachAttempts, detachTimeoutSeconds } = deps.guests
  const isAttached = async (domain: DomainRef, which: Which, find: Finder): Promise<boolean> => {
    const xml = readXml(await domains.xml(domain, which === 'inactive' ? 'inactive' : undefined))
    const [description] = xml.children('domain')
    return description !== undefined && find(description.child('devices'))
  }

  const places = async (domain: DomainRef): Promise<readonly Which[]> =>
    (await domains.power(domain)) === powerStates.shutdown ? ['inactive'] : ['live', 'inactive']

  const flagOf = (which: Which) => (which === 'live' ? affect.live : affect.config)

  const attach = async (id: ServerId, device: Element, find: Finder): Promise<void> => {
    const domain = await domains.get(id)
    const xml = renderXml(device)
    for (const which of await places(domain)) {
      if (await isAttached(domain, which, find)) continue
      const change = { domain, xml, flags: flagOf(which) }
      await session.call(procedures.domainAttachDeviceFlags, change)
    }
  }

  /** Whether the guest releases the device in time; libvirt only requests it. */
  const isReleased = async (domain: DomainRef, find: Finder): Promise<boolean> => {
    for (const end = clock.now() + detachTimeoutSeconds * 1000; clock.now() < end; ) {
      if ((await domains.power(domain)) === powerStates.shutdown) return true
      if (!(await isAttached(domain, 'live', find))) return true
      await pause(clock, pollMs)
    }
    return false
  }

  const detachLive = async (domain: DomainRef, device: Element, find: Finder): Promise<void> => {
    const change = { domain, xml: renderXml(device), flags: affect.live }
    for (let attempt = 1; attempt <= detachAttempts; attempt++) {
      try {
        await session.call(procedures.domainDetachDeviceFlags, change)
      } catch (error) {
        const gone = [errorCodes.deviceMissing, errorCodes.operationInvalid]
        // An earlier request may still be pending in QEMU, which refuses a second one: keep waiting.
        if (!isLibvirtError(error, ...gone, errorCodes.operationFailed, errorCodes.internalError)) throw error
      }
      if (await isReleased(domain, find)) return
    }
    throw errors.DeviceDetachFailed({ device: device.name, reason: 'the guest does not let go of it' })
  }

  const detach = async (id: ServerId, device: Element, find: Finder): Promise<void> => {
    const domain = await domains.find(id)
    if (!domain) return
    if (await isAttached(domain, 'inactive', find)) {
      const change = { domain, xml: renderXml(device), flags: affect.config }
      await session.call(procedures.domainDetachDeviceFlags, change)
    }
    const running = (await domains.power(domain)) !== powerStates.shutdown
    if (running && (await isAttached(domain, 'live', find))) await detachLive(domain, device, find)
  }

  return { attach, detach }
}
