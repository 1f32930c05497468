import { codes, errors } from '../errors.ts'
import type { RequestGroup } from './request-group.ts'

/** Whether suffixed groups may meet on one provider (`none`) or each need one of their own (`isolate`). */
export type GroupPolicy = 'none' | 'isolate'

/** All that `GET /allocation_candidates` can ask for. */
export interface CandidateRequest {
  /** By suffix; the group of the empty suffix may take from several providers of a tree, each other from one alone. */
  readonly groups: ReadonlyMap<string, RequestGroup>
  readonly groupPolicy: GroupPolicy | undefined
  /** What the root of the tree must have, whether or not anything is taken from it. */
  readonly root: Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'>
  /** Suffixes of groups of which one's provider must be at or above the providers of the others. */
  readonly sameSubtrees: readonly (readonly string[])[]
}

const invalid = (reason: string, code?: string) =>
  errors.Invalid({ reason, ...(code === undefined ? {} : { code }) })

/** Refuses groups that make no sense together: nothing asked for, no policy for several, subtrees of unknown groups. */
export const checkGroups = ({ groups, groupPolicy, sameSubtrees }: CandidateRequest): void => {
  const asking = [...groups.values()].filter(({ resources }) => resources.size > 0)
  if (asking.length === 0) {
    throw invalid('There must be at least one resources or resources[$S] parameter.', codes.missingValue)
  }
  const tied = new Set(sameSubtrees.flat())
  for (const [suffix, { resources }] of groups) {
    // A group without resources only says where others must be, so it must be tied to them.
    if (resources.size === 0 && !tied.has(suffix)) {
      throw invalid(
        `All request groups must specify resources, or be named in same_subtree: group '${suffix}' does neither.`,
      )
    }
  }
  const unknown = [...tied].find((suffix) => suffix === '' || !groups.has(suffix))
  if (unknown !== undefined) {
    const known = [...groups.keys()]
      .filter(Boolean)
      .map((suffix) => `'${suffix}'`)
      .join(', ')
    throw invalid(
      `Real suffixes should be specified in \`same_subtree\`: ['${unknown}'] not found in [${known}].`,
      codes.badValue,
    )
  }
  const suffixed = [...groups.keys()].filter((suffix) => suffix !== '')
  if (suffixed.length > 1 && groupPolicy === undefined) {
    throw invalid(
      'The "group_policy" parameter is required when specifying more than one "resources{N}" parameter.',
    )
  }
}
