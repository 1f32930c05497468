import type { InterfaceHardware } from '@nimbo/compute/driver/hypervisor'
import { wantsMultiqueue, wantsPackedRings } from '@nimbo/local-guests/wanted-hardware'
import { type Element, element } from './xml.ts'

export const plainHardware: InterfaceHardware = { vcpus: 1, imageProperties: {}, extraSpecs: {} }

/** The most queues that the kernel gives a tap. */
const mostQueues = 256

/** A queue for each CPU of the guest, and packed rings, if image or flavor request them; only virtio interfaces have these. */
export const driverElement = (model: string, hardware: InterfaceHardware): Element | undefined => {
  if (model !== 'virtio') return undefined
  const most = Math.min(hardware.vcpus, mostQueues)
  const queues = most > 1 && wantsMultiqueue(hardware) ? most : undefined
  const packed = wantsPackedRings(hardware) ? 'on' : undefined
  return queues === undefined && packed === undefined ? undefined : element('driver', { queues, packed })
}

const directions = ['inbound', 'outbound'] as const

/**
 * The bandwidth that the flavor allows (`quota:vif_*`, in kilobytes and per second), which libvirt enforces on the tap. It has no
 * limit without an average.
 */
export const bandwidthElement = ({ extraSpecs }: InterfaceHardware): Element | undefined => {
  const limits = directions.flatMap((direction) => {
    const limit = (kind: string) => extraSpecs[`quota:vif_${direction}_${kind}`]
    const average = limit('average')
    return average === undefined
      ? []
      : [element(direction, { average, peak: limit('peak'), burst: limit('burst') })]
  })
  return limits.length > 0 ? element('bandwidth', {}, ...limits) : undefined
}
