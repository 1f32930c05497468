import type { ReportedDevice } from '@nimbo/contracts/compute-rpc/pci'
import { computeNodes } from '../db/hosts/compute-nodes.ts'
import { pciDevices } from '../db/hosts/pci-devices.ts'
import type { PciPool } from '../domain/pci/pci-pools.ts'
import { errors } from '../flows/flow-errors.ts'
import type { ConductorDeps } from './conductor-deps.ts'

interface NodeDevices {
  readonly host: string
  readonly node: string
  readonly devices: readonly ReportedDevice[]
  readonly pools: readonly PciPool[]
}

/** Stores the PCI devices that a node reports. Throws `ComputeHostNotFound` when the node has not reported yet. */
export const keepDevices =
  ({ databases, clock }: Pick<ConductorDeps, 'databases' | 'clock'>, cellId: string) =>
  async ({ host, node, devices, pools }: NodeDevices): Promise<void> => {
    const cell = await databases.cell(cellId)
    const id = await computeNodes(cell, clock).idOf({ host, node })
    if (id === undefined) throw errors.ComputeHostNotFound({ host })
    await pciDevices(cell, clock).replace(id, devices, pools)
  }
