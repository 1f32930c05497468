import type { Credentials } from './credentials.ts'
import type { Target } from './target.ts'

/** One question put to a rule: may a caller with these credentials do it to this target? */
export interface Question {
  readonly credentials: Credentials
  readonly target: Target
}

export type Checker = (question: Question) => boolean
