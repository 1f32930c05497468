import type { MoveClaim } from '@nimbo/contracts/compute-rpc/move'
import { requestedTopology } from './numa/requested-topology.ts'
import { localDiskGb } from './scheduling/requested-resources.ts'
import type { EmbeddedFlavor } from './servers/request-spec.ts'

interface Claimed {
  readonly id: string
  readonly node: string
  readonly flavor: EmbeddedFlavor
  readonly imageProperties: Readonly<Record<string, string>>
  readonly fromVolume: boolean
}

/** The resources that a server with this flavor claims on a host. */
export const claimFor = ({ id, node, flavor, imageProperties, fromVolume }: Claimed): MoveClaim => {
  const numaTopology = requestedTopology({ flavor, imageProperties })
  return {
    ...{ id, node },
    ...(flavor.pciRequests === undefined ? {} : { pci: flavor.pciRequests }),
    ...{ vcpus: flavor.vcpus, memoryMb: flavor.memoryMb, diskGb: localDiskGb(flavor, fromVolume) },
    ...(numaTopology === undefined ? {} : { numaTopology }),
  }
}
