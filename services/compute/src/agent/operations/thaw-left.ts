import { pause } from '@nimbo/kernel/deadline'
import type { ServerId } from '@nimbo/kernel/ids'
import type { OperationDeps } from './operation-deps.ts'

type Deps = Pick<OperationDeps, 'hypervisor' | 'directories' | 'clock' | 'log'>

/** How often to try to thaw a guest, whose programs wait meanwhile, and the pause in between. */
const attempts = 5
const pauseMs = 1_000

/** Thaws a guest that is marked as frozen for a copy of its disk, and removes the mark. */
export const thawMarked =
  ({ hypervisor: { quiesces }, directories, clock, log }: Deps) =>
  async (id: ServerId): Promise<void> => {
    if (!(await directories.isMarkedFrozen(id))) return
    for (let attempt = 1; ; attempt += 1) {
      try {
        await quiesces?.thaw(id)
        return await directories.unmarkFrozen(id)
      } catch (error) {
        if (attempt === attempts) throw error
        log.warn({ serverId: id, error }, 'a guest could not be thawed; trying again')
      }
      await pause(clock, pauseMs)
    }
  }

/** Thaws a marked guest that may never have been frozen, and so may have no agent that answers. Removes the mark. */
export const thawIfPossible =
  ({ hypervisor: { quiesces }, directories, log }: Deps) =>
  async (id: ServerId): Promise<void> => {
    if (!(await directories.isMarkedFrozen(id))) return
    try {
      await quiesces?.thaw(id)
    } catch (error) {
      log.warn({ serverId: id, error }, 'a guest that may be frozen could not be thawed')
    }
    await directories.unmarkFrozen(id)
  }

/** Thaws a guest that an earlier process of this agent froze and could not thaw any more. */
export const thawLeft =
  (deps: Deps & Pick<OperationDeps, 'turns'>) =>
  (id: ServerId): Promise<void> =>
    deps.turns
      .run(id, () => thawMarked(deps)(id))
      .catch((error: unknown) => deps.log.error({ serverId: id, error }, 'a guest stays frozen'))
