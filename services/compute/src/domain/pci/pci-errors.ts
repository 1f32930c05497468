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
  InvalidLibvirtMdevConfig: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid configuration for mdev-capable devices: ${reason}`,
  ),
  MdevTypeMissing: fault<{ type: string }>(
    'badRequest',
    ({ type }) =>
      `[devices] enabled_mdev_types enables ${type}, and no device of this host that it may be made of has such a type.`,
  ),
  InvalidPCINUMAAffinity: fault<{ policy: string }>(
    'badRequest',
    ({ policy }) => `Invalid PCI NUMA affinity configured: ${policy}`,
  ),
  ImagePCINUMAPolicyForbidden: fault(
    'badRequest',
    "Image property 'hw_pci_numa_affinity_policy' is not permitted to override the 'pci_numa_affinity_policy' set against the flavor",
  ),
})
