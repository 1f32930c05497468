import { pause } from '@nimbo/kernel/deadline'
import type { FlowDeps, SpeaksToHosts } from './flow-deps.ts'
import { errors } from './flow-errors.ts'

type Deps = Pick<SpeaksToHosts, 'hostIsUp'> & Pick<FlowDeps, 'clock'>

/** How often to look after a host that is waited for. */
const lookEveryMs = 5_000

/** What a host answers. Throws `ComputeHostDown` when it is down, or shows no sign of life any more while it is waited for. */
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

/** Never resolves while the host is up; what it throws once the host has answered is heard by nobody. */
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
