import type { Vif } from '@nimbo/compute/driver/hypervisor'
import { type Element, element } from './xml.ts'

/**
 * The `<interface>` of a port. libvirt makes the tap when the domain starts, paused or not, and joins it to the bridge.
 * A port whose network is a fake one gets a tap that is joined to nothing (an interface of libvirt's type `null` would
 * say so more plainly, but crashes libvirtd 9.0).
 */
export const interfaceElement = (vif: Vif, model = 'virtio'): Element =>
  element(
    'interface',
    { type: vif.type === 'bridge' ? 'bridge' : 'ethernet' },
    vif.type === 'bridge' ? element('source', { bridge: vif.bridgeName }) : undefined,
    element('target', { dev: vif.deviceName }),
    element('mac', { address: vif.macAddress }),
    element('model', { type: model }),
    element('mtu', { size: vif.mtu }),
    element('alias', { name: `ua-${vif.portId}` }),
  )
