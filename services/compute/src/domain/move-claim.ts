import type { MoveClaim } from '@nimbo/contracts/compute-rpc/move'
import { localDiskGb } from './scheduling/requested-resources.ts'
import type { EmbeddedFlavor } from './servers/request-spec.ts'

interface Claimed {
  readonly id: string
  readonly node: string
  readonly flavor: EmbeddedFlavor
  readonly fromVolume: boolean
}

/** The resources that a server of this flavor claims on a host. */
export const claimFor = ({ id, node, flavor, fromVolume }: Claimed): MoveClaim => ({
  ...{ id, node },
  ...(flavor.pciRequests === undefined ? {} : { pci: flavor.pciRequests }),
  ...{ vcpus: flavor.vcpus, memoryMb: flavor.memoryMb, diskGb: localDiskGb(flavor, fromVolume) },
})
