import type { Inside } from '../../app/deps.ts'
import { tellPorts } from '../../hosts/tell-ports.ts'

/** Where a port is that a local address stands for. */
interface Place {
  readonly networkId: string
  readonly host: string
}

/** Has the ports that are where such a port is, or was, wired anew: they reach something else by the local address now. */
export const tellNeighbours = ({ deps, ctx, afterwards }: Inside, { networkId, host }: Place): void => {
  if (host === '') return
  afterwards(() =>
    tellPorts(deps, ctx, (ports) =>
      ports.where('ports.network_id', '=', networkId).where('ports.binding_host_id', '=', host),
    ),
  )
}
