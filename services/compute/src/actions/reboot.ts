import { preparedServer } from '../agent/builds/prepared-server.ts'
import type { HostWork } from './host-work.ts'

export const reboot: HostWork<'reboot'> =
  (deps) =>
  async (ctx, server, { type }) => {
    const { hypervisor, options, softReboots } = deps
    const { order } = await preparedServer(deps)(ctx, server)
    const { shutdown_timeout: timeout, reboot_timeout: longest } = options
    const reboot = (how: 'soft' | 'hard') =>
      hypervisor.power.reboot(order, how, timeout, longest > 0 ? longest : undefined)
    await (type === 'SOFT' ? softReboots.during(server.id, () => reboot('soft')) : reboot('hard'))
  }
