import { messageOf } from '@nimbo/kernel/errors'
import type { Gap } from '../picture.ts'

/** Looks at parts of the cloud that may give no answer, and remembers which did not. */
export interface Gaps {
  /** What `look` sees; `otherwise`, and a gap, when it fails. */
  orGap<Seen>(part: Omit<Gap, 'reason'>, look: () => Promise<Seen>, otherwise: Seen): Promise<Seen>
  all(): readonly Gap[]
}

export const gapsSoFar = (): Gaps => {
  const gaps: Gap[] = []
  return {
    orGap: async (part, look, otherwise) => {
      try {
        return await look()
      } catch (error) {
        gaps.push({ ...part, reason: messageOf(error) })
        return otherwise
      }
    },
    all: () => gaps,
  }
}
