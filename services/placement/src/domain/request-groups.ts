import { codes, errors } from '../errors.ts'
import type { RequestGroup } from './request-group.ts'

/** Whether suffixed groups may share a provider (`none`) or not (`isolate`). */
export type GroupPolicy = 'none' | 'isolate'

/** A parsed `GET /allocation_candidates`. */
export interface CandidateRequest {
  /** The groups by suffix. The unsuffixed group may use several providers of a tree, the others one each. */
  readonly groups: ReadonlyMap<string, RequestGroup>
  readonly groupPolicy: GroupPolicy | undefined
  /** Requirements of the tree's root, whether or not it provides resources. */
  readonly root: Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'>
  /** Sets of suffixes; one group's provider must be an ancestor of, or the same as, the others'. */
  readonly sameSubtrees: readonly (readonly string[])[]
}

const invalid = (reason: string, code?: string) =>
  errors.Invalid({ reason, ...(code === undefined ? {} : { code }) })

/** Refuses inconsistent groups: no resources, several groups without policy, unknown suffixes in same_subtree. */
export const checkGroups = ({ groups, groupPolicy, sameSubtrees }: CandidateRequest): void => {
  const asking = [...groups.values()].filter(({ resources }) => resources.size > 0)
  if (asking.length === 0) {
    throw invalid('There must be at least one resources or resources[$S] parameter.', codes.missingValue)
  }
  const tied = new Set(sameSubtrees.flat())
  const loose = [...groups].filter(([suffix, { resources }]) => resources.size === 0 && !tied.has(suffix))
  if (loose.length > 0) {
    const suffixes = loose.map(([suffix]) => `'${suffix}'`).join(', ')
    throw invalid(
      `Resourceless suffixed group request should be specified in \`same_subtree\` query param: bad group(s) - [${suffixes}].`,
      codes.badValue,
    )
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
