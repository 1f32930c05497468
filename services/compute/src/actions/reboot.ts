import { preparedServer } from '../agent/builds/prepared-server.ts'
import type { HostWork } from './host-work.ts'

export const reboot: HostWork<'reboot'> =
  (deps) =>
  async (ctx, server, { type }) => {
    const { hypervisor, options } = deps
    const { order } = await preparedServer(deps)(ctx, server)
    await hypervisor.power.reboot(order, type === 'SOFT' ? 'soft' : 'hard', options.shutdown_timeout)
  }
