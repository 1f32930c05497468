import type { Server } from 'node:net'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { interfaceDevice, interfacePrefix, routerNamespace } from './device-names.ts'
import { metadataAddress, metadataLinkLocal, metadataPlaces } from './metadata-places.ts'
import type { Namespaces } from './namespaces.ts'
import type { RunCommand } from './run-command.ts'
import { socketsWithin } from './sockets-within.ts'

const table = 'inet nimbo_metadata'

/** Metadata is served to tenant networks only: drops requests that arrive by a gateway device. */
const onlyFromInside = `
add table ${table}
delete table ${table}
add table ${table}
add chain ${table} input { type filter hook input priority 0; policy accept; }
add rule ${table} input iifname != "${interfacePrefix}*" ip daddr ${metadataAddress} drop
`

/**
 * Serves metadata in a router's namespace. Guests' requests reach it by their default route, or on the link for IPv6,
 * and are redirected to the proxy.
 */
export const openRouterMetadata = async (
  { run, namespaces }: { readonly run: RunCommand; readonly namespaces: Namespaces },
  { id, interfaces }: RunRouter,
): Promise<readonly Server[]> => {
  if (interfaces.length === 0) return []
  const namespace = routerNamespace(id)
  const devices = interfaces.map((port) => interfaceDevice(port.id))
  const change = (lines: readonly string[]) =>
    run(['ip', '-n', namespace, '-batch', '-'], `${lines.join('\n')}\n`)
  await namespaces.within(namespace, ['nft', '-f', '-'], onlyFromInside)
  await change([`address replace ${metadataAddress}/32 dev lo`])
  for (const { id: portId, mac } of interfaces) {
    const device = interfaceDevice(portId)
    // With `ndisc_notify`, neighbours that cached another MAC for the address learn this one.
    await change([
      `address replace ${metadataLinkLocal}/64 dev ${device} nodad`,
      `link set dev ${device} address ${mac}`,
    ])
  }
  return socketsWithin(namespace, metadataPlaces(devices))
}
