import type { Candidate } from '../domain/combine-candidates.ts'
import type { ProviderFacts } from '../domain/provider-facts.ts'

export interface Candidates {
  readonly requests: readonly Candidate[]
  /** Data about the providers, for filters and weighers. */
  readonly summaries: readonly ProviderFacts[]
}

export interface CandidateSearch {
  readonly limit: number
  /** Whether the microversion has nested providers: then the reply contains every provider of the trees involved. */
  readonly knowsTrees: boolean
}
