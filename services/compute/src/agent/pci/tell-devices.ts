import type { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { ReportedDevice } from '@nimbo/contracts/compute-rpc/pci'
import type { Context } from '@nimbo/kernel/context'
import { turns } from '@nimbo/kernel/turns'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import { freeDevices } from '../../domain/pci/choose-devices.ts'
import { asReported } from '../../domain/pci/host-device.ts'
import { poolsOf } from '../../domain/pci/pci-pools.ts'
import type { HostDevices, KnownDevice } from './host-devices.ts'

interface Deps {
  readonly host: string
  readonly devices: HostDevices
  readonly conductor: Pick<RpcCallers<typeof hostConductorRpc.methods>, 'devicesChanged'>
}

/** Sends the conductor the state of the devices if it has changed; resolves once the conductor has recorded it. */
export type TellsDevices = (ctx: Context) => Promise<void>

const statusOf = ({ holding, used, settled }: KnownDevice): ReportedDevice['status'] => {
  if (holding !== undefined) return settled ? 'allocated' : 'claimed'
  return used ? 'unavailable' : 'available'
}

const reported = (known: KnownDevice): ReportedDevice => ({
  ...asReported(known.device),
  status: statusOf(known),
  ...known.holding,
})

/**
 * Reports of a node run one after the other, so that an older one never replaces a newer one. A host without devices
 * sends nothing.
 */
export const tellDevices = ({ host, devices, conductor }: Deps): TellsDevices => {
  const told = new Map<string, string>()
  const queue = turns<string>()
  const tell = async (ctx: Context, node: string): Promise<void> => {
    const known = devices.known(node)
    if (known === undefined) return
    const picture = known.map(reported)
    const text = JSON.stringify(picture)
    if (told.get(node) === text) return
    const all = known.map(({ device }) => device)
    const busy = new Set(picture.filter(({ status }) => status !== 'available').map(({ address }) => address))
    const pools = poolsOf(freeDevices(all, (address) => busy.has(address)))
    await conductor.devicesChanged(ctx, { host, node, devices: picture, pools })
    told.set(node, text)
  }
  return async (ctx) => {
    for (const node of devices.nodes()) await queue.run(node, () => tell(ctx, node))
  }
}
