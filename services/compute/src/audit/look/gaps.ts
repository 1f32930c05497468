import { messageOf } from '@nimbo/kernel/errors'
import type { Gap } from '../picture.ts'

/** Reads parts of the cloud that may not answer, and records which did not. */
export interface Gaps {
  /** The result of `look`; when it fails, `otherwise` and a recorded gap. */
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
