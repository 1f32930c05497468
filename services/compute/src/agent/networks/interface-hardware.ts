import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { InterfaceHardware } from '../../driver/hypervisor.ts'

/** What a server's image and flavor say of the hardware of its interfaces. */
export const interfaceHardware = ({ flavor, imageProperties }: HostedServer): InterfaceHardware => ({
  ...{ vcpus: flavor.vcpus, extraSpecs: flavor.extraSpecs, imageProperties },
})
