import { preparedServer } from '../agent/builds/prepared-server.ts'
import type { HostWork } from './host-work.ts'

export const unrescue: HostWork<'unrescue'> = (deps) => async (ctx, server) => {
  await deps.hypervisor.power.unrescue((await preparedServer(deps)(ctx, server)).order)
}
