import type { RequestGroup } from './request-group.ts'
import type { CandidateRequest } from './request-groups.ts'

/** A part of a request that one provider serves, by the suffix of its group. */
export interface SlotDemand {
  readonly suffix: string
  readonly group: RequestGroup
  readonly aggregatesOf: 'provider' | 'root too'
}

/**
 * The parts that one provider each serves: a suffixed group is one; of the unsuffixed one each class is, as each may come from
 * another provider. What the unsuffixed group requires its providers have together, so that is no part of any.
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

/** What else there must be in a tree: somebody with each trait that the unsuffixed group requires. */
export const traitDemands = (groups: CandidateRequest['groups']): readonly Omit<SlotDemand, 'suffix'>[] =>
  (groups.get('')?.requiredTraits ?? []).map((choice) => ({
    group: {
      ...{ resources: new Map(), requiredTraits: [choice], forbiddenTraits: [] },
      ...{ memberOf: [], forbiddenAggregates: [] },
    },
    aggregatesOf: 'provider',
  }))
