import { preparedServer } from '../agent/builds/prepared-server.ts'
import type { HostWork } from './host-work.ts'

export const reboot: HostWork<'reboot'> =
  (deps) =>
  async (ctx, server, { type }) => {
    const { hypervisor, options } = deps
    const { order } = await preparedServer(deps)(ctx, server)
    const how = type === 'SOFT' ? 'soft' : 'hard'
    const { shutdown_timeout: timeout, reboot_timeout: longest } = options
    await hypervisor.power.reboot(order, how, timeout, longest > 0 ? longest : undefined)
  }
