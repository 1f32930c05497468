import type { Inside } from '../../app/deps.ts'
import { notifyPorts } from '../../hosts/notify-ports.ts'

/** The network and host of an associated port. */
interface Place {
  readonly networkId: string
  readonly host: string
}

/** Updates the filters of ports on these networks and hosts, since what they reach by the local IP changed. */
export const notifyNeighbours = ({ deps, ctx, afterwards }: Inside, { networkId, host }: Place): void => {
  if (host === '') return
  afterwards(() =>
    notifyPorts(deps, ctx, (ports) =>
      ports.where('ports.network_id', '=', networkId).where('ports.binding_host_id', '=', host),
    ),
  )
}
