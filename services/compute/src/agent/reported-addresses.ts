import type { DeviceAddress } from '@nimbo/contracts/compute-rpc/device-address'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { ServerPort } from '../domain/networks/server-port.ts'
import { type MakesConfigDrive, makeConfigDrive } from './builds/make-config-drive.ts'
import type { AgentSelf, AgentStore } from './agent-context.ts'

type Deps = Pick<AgentSelf, 'hypervisor'> & Pick<AgentStore, 'devices'>

/** Whether metadata name devices of the server, so that somebody wants to know their addresses. */
const showsDevices = ({ devices }: Pick<Deps, 'devices'>, server: HostedServer): boolean => {
  const { id, disks, interfaces, networks } = server
  const requested = typeof networks === 'string' ? [] : networks
  return (
    [...disks, ...interfaces, ...requested].some(({ tag }) => tag !== undefined) ||
    devices.heldBy(id).length > 0
  )
}

/** What a host reports of where the guest finds its devices; nothing for servers whose metadata name none. */
export const reportedAddresses = async (
  deps: Deps,
  server: HostedServer,
): Promise<Pick<HostedServer, 'deviceAddresses'>> => {
  const { finding } = deps.hypervisor
  if (finding === undefined || !showsDevices(deps, server)) return {}
  const deviceAddresses = await finding.addresses(server.id)
  return deviceAddresses.length === 0 ? {} : { deviceAddresses }
}

/** Writes the config drive again once the addresses of the devices are known, which it has to name. */
export const nameAddresses =
  (deps: Pick<Deps, 'devices'> & MakesConfigDrive) =>
  (ctx: Context, server: HostedServer, ports: readonly ServerPort[]) =>
  async (deviceAddresses: readonly DeviceAddress[]): Promise<void> => {
    if (server.configDrive && showsDevices(deps, server))
      await makeConfigDrive(deps)(ctx, { ...server, deviceAddresses }, ports)
  }
