import type { RequestGroup } from './request-group.ts'
import type { CandidateRequest } from './request-groups.ts'

/** A part of a request served by one provider, with its group's suffix. */
export interface SlotDemand {
  readonly suffix: string
  readonly group: RequestGroup
  readonly aggregatesOf: 'provider' | 'root too'
}

/**
 * The parts of a request: each suffixed group, and each class of the unsuffixed group, since different providers may serve them.
 * Required traits of the unsuffixed group apply to its providers together and belong to no part.
 */
export const slotDemands = (groups: CandidateRequest['groups']): readonly SlotDemand[] =>
  [...groups].flatMap(([suffix, group]): SlotDemand[] => {
    if (suffix !== '') return [{ suffix, group, aggregatesOf: 'provider' }]
    return [...group.resources].map((one) => ({
      suffix,
      group: { ...group, resources: new Map([one]), requiredTraits: [] },
      aggregatesOf: 'root too',
    }))
  })

/** The traits of the unsuffixed group, each of which some provider of the tree must have. */
export const traitDemands = (groups: CandidateRequest['groups']): readonly Omit<SlotDemand, 'suffix'>[] =>
  (groups.get('')?.requiredTraits ?? []).map((choice) => ({
    group: {
      ...{ resources: new Map(), requiredTraits: [choice], forbiddenTraits: [] },
      ...{ memberOf: [], forbiddenAggregates: [] },
    },
    aggregatesOf: 'provider',
  }))
