import type { InterfaceHardware, Vif } from '@nimbo/compute/driver/hypervisor'
import { pciAddress } from './hostdev-xml.ts'
import { bandwidthElement, driverElement, plainHardware } from './interface-hardware.ts'
import { type Element, element } from './xml.ts'

/** The VLAN of a virtual function, which libvirt sets on the card. */
const vlanElement = ({ vlan }: Vif): Element | undefined =>
  vlan === undefined ? undefined : element('vlan', {}, element('tag', { id: vlan }))

/**
 * A port backed by a virtual function: passed to the guest itself, or through a macvtap, with which the guest needs no driver for
 * the card.
 */
const deviceInterface = (vif: Vif, address: string, model: string): Element => {
  const alias = element('alias', { name: `ua-${vif.portId}` })
  if (vif.type === 'macvtap')
    return element(
      'interface',
      { type: 'direct' },
      element('source', { dev: vif.deviceName, mode: 'passthrough' }),
      element('mac', { address: vif.macAddress }),
      vlanElement(vif),
      element('model', { type: model }),
      alias,
    )
  return element(
    'interface',
    { type: 'hostdev', managed: 'yes' },
    element('source', {}, element('address', { type: 'pci', ...pciAddress(address) })),
    element('mac', { address: vif.macAddress }),
    vlanElement(vif),
    alias,
  )
}

/** A whole physical function: it has its own MAC address, which the host does not set. */
const wholeDevice = (address: string): Element =>
  element(
    'hostdev',
    { mode: 'subsystem', type: 'pci', managed: 'yes' },
    element('source', {}, element('address', pciAddress(address))),
  )

/**
 * The `<interface>` of a port. libvirt creates the tap when the domain starts, paused or not, and adds it to the bridge. For a
 * port of the fake network driver, the tap joins no bridge (an interface of libvirt's type `null` would be clearer, but crashes
 * libvirtd 9.0). A port that is a PCI device has no tap.
 */
export const interfaceElement = (vif: Vif, hardware: InterfaceHardware = plainHardware): Element => {
  const { hw_vif_model: model = 'virtio' } = hardware.imageProperties
  if (vif.pciSlot !== undefined)
    return vif.type === 'hostdev_physical'
      ? wholeDevice(vif.pciSlot)
      : deviceInterface(vif, vif.pciSlot, model)
  return element(
    'interface',
    { type: vif.type === 'bridge' ? 'bridge' : 'ethernet' },
    vif.type === 'bridge' ? element('source', { bridge: vif.bridgeName }) : undefined,
    element('target', { dev: vif.deviceName }),
    element('mac', { address: vif.macAddress }),
    element('model', { type: model }),
    driverElement(model, hardware),
    bandwidthElement(hardware),
    element('mtu', { size: vif.mtu }),
    element('alias', { name: `ua-${vif.portId}` }),
  )
}
