import { interfaceOf } from '../agent/networks/server-port.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'

export const injectNetworkInfo: HostWork<'inject-network-info'> =
  ({ network }) =>
  async (ctx, server) => ({ interfaces: (await serverPorts(network, ctx, server)).map(interfaceOf) })
