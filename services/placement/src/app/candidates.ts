import type { Candidate } from '../domain/combine-candidates.ts'
import type { ProviderFacts } from '../domain/provider-facts.ts'

export interface Candidates {
  readonly requests: readonly Candidate[]
  /** Facts a scheduler filters and weighs by. */
  readonly summaries: readonly ProviderFacts[]
}

export interface CandidateSearch {
  readonly limit: number
  /** Whether the caller knows of trees: it is then told of every provider of the trees involved. */
  readonly knowsTrees: boolean
}
