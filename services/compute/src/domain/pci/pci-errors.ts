import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Nova's errors about PCI devices. */
export const pciErrors = defineErrors({
  PciConfigInvalidSpec: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid [pci]device_spec config: ${reason}`,
  ),
  PciInvalidAlias: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid PCI alias definition: ${reason}`,
  ),
  PciRequestAliasNotDefined: fault<{ alias: string }>(
    'badRequest',
    ({ alias }) => `PCI alias ${alias} is not defined`,
  ),
  PciDeviceWrongAddressFormat: fault<{ address: string }>(
    'badRequest',
    ({ address }) => `The PCI address ${address} has an incorrect format.`,
  ),
  PciDeviceInvalidDeviceName: fault(
    'badRequest',
    'Invalid PCI Whitelist: The PCI whitelist can specify devname or address, but not both',
  ),
  InvalidPCINUMAAffinity: fault<{ policy: string }>(
    'badRequest',
    ({ policy }) => `Invalid PCI NUMA affinity configured: ${policy}`,
  ),
})
