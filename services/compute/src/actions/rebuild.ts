import { makeConfigDrive } from '../agent/builds/make-config-drive.ts'
import { preparedServer } from '../agent/builds/prepared-server.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'
import { reachStep } from './reach-step.ts'

/**
 * Destroys the domain and its disks on this host and creates them again; ports stay bound and volumes stay exported.
 * The database already describes the rebuilt server, so repeating this gives the same result.
 */
export const rebuild: HostWork<'rebuild'> =
  (deps) =>
  async (ctx, server, { stopped }) => {
    const { hypervisor } = deps
    const reach = reachStep(deps, 'rebuild', server.id)
    await reach(ctx, 'rebuild_block_device_mapping')
    await hypervisor.spawning.destroy(server.id)
    await makeConfigDrive(deps)(ctx, server, await serverPorts(deps.network, ctx, server))
    const { order } = await preparedServer(deps)(ctx, server)
    await reach(ctx, 'rebuild_spawning')
    await hypervisor.spawning.spawn(order, async () => {})
    if (stopped) await hypervisor.power.powerOff(server.id, 0)
  }
