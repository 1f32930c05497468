import { preparedServer } from '../agent/builds/prepared-server.ts'
import { powerStates } from '../driver/hypervisor.ts'
import type { HostWork } from './host-work.ts'

export const resume: HostWork<'resume'> = (deps) => async (ctx, server) => {
  const { power } = deps.hypervisor
  if ((await power.powerState(server.id)) === powerStates.running) return
  await power.resume((await preparedServer(deps)(ctx, server)).order)
}
