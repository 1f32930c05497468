import type { Vif } from '@nimbo/compute/driver/hypervisor'
import { type Element, element } from './xml.ts'

/**
 * The `<interface>` of a port. libvirt creates the tap when the domain starts, paused or not, and adds it to the bridge. For a
 * port of the fake network driver, the tap joins no bridge (an interface of libvirt's type `null` would be clearer, but crashes
 * libvirtd 9.0).
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
