import type { Vif } from '@nimbo/compute/driver/hypervisor'
import { type Element, element } from './xml.ts'

/**
 * The `<interface>` of a port. libvirt makes the tap when the domain starts (paused or not) and joins it to the bridge;
 * the driver is told to be QEMU's own, since `vhost` needs a kernel module that small hosts lack.
 */
export const interfaceElement = (vif: Vif, model = 'virtio'): Element => {
  const common = [
    element('mac', { address: vif.macAddress }),
    element('model', { type: model }),
    element('alias', { name: `ua-${vif.portId}` }),
  ]
  if (vif.type === 'fake') return element('interface', { type: 'null' }, ...common)
  return element(
    'interface',
    { type: 'bridge' },
    element('source', { bridge: vif.bridgeName }),
    element('target', { dev: vif.deviceName }),
    element('mtu', { size: vif.mtu }),
    ...common,
  )
}
