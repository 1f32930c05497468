import { pause } from '@nimbo/kernel/deadline'
import type { FlowDeps, SpeaksToHosts } from './flow-deps.ts'
import { errors } from './flow-errors.ts'

type Deps = Pick<SpeaksToHosts, 'hostIsUp'> & Pick<FlowDeps, 'clock'>

/** Milliseconds between two checks of the host while waiting for its answer. */
const lookEveryMs = 5_000

/** The answer of a host. Throws `ComputeHostDown` when it is down or stops sending heartbeats meanwhile. */
export const whileHostIsUp = async <Answer>(
  deps: Deps,
  at: { readonly cellId: string; readonly host: string },
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  const answered = new AbortController()
  try {
    await requireUp(deps, at)
    return await Promise.race([ask(), watch(deps, at, answered.signal)])
  } finally {
    answered.abort()
  }
}

const requireUp = async (
  { hostIsUp }: Deps,
  { cellId, host }: { readonly cellId: string; readonly host: string },
): Promise<void> => {
  if (!(await hostIsUp(cellId, host))) throw errors.ComputeHostDown({ host })
}

/** Never resolves while the host is up; a rejection after the host's answer is ignored. */
const watch = async (
  deps: Deps,
  at: { readonly cellId: string; readonly host: string },
  answered: AbortSignal,
): Promise<never> => {
  for (;;) {
    await pause(deps.clock, lookEveryMs, answered)
    if (answered.aborted) return new Promise(() => {})
    await requireUp(deps, at)
  }
}
