import { preparedServer } from '../agent/builds/prepared-server.ts'
import type { HostWork } from './host-work.ts'

export const unshelveHere: HostWork<'unshelve-here'> = (deps) => async (ctx, server) => {
  await deps.hypervisor.power.powerOn((await preparedServer(deps)(ctx, server)).order)
}
