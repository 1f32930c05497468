import type { Credentials } from './credentials.ts'
import type { Target } from './target.ts'

/** A question to a rule: the caller's credentials and the target. */
export interface Question {
  readonly credentials: Credentials
  readonly target: Target
}

export type Checker = (question: Question) => boolean
