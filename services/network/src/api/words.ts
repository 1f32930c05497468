import { aliases } from '@nimbo/contracts/network/crud'
import type { ListForm } from '@nimbo/resource/describe/list-query'
import type { RevisionRefusals } from '@nimbo/resource/describe/revision'
import type { Deps } from '../app/deps.ts'
import { errors } from '../errors.ts'

export const badRequest = (reason: string) => errors.HTTPBadRequest({ reason })

const unlimited = -1

/** The format of list queries in this API, with the errors for invalid ones. */
export const listForm = ({ config }: Pick<Deps, 'config'>): ListForm => {
  const { pagination_max_limit: most } = config.DEFAULT
  return {
    aliases,
    longest: most === unlimited ? undefined : most,
    refusals: {
      unknownFilters: (names) =>
        badRequest(`[${names.map((name) => `'${name}'`).join(', ')}] is invalid attribute for filtering`),
      badFilter: (_name, problem) => errors.InvalidInput({ reason: problem }),
      badSortKey: (name) => badRequest(`['${name}'] is invalid attribute for sort_keys`),
      badSortDirection: (given) =>
        badRequest(`['${given}'] is invalid value for sort_dirs, valid value is 'asc' and 'desc'`),
      unequalSort: () => badRequest('The number of sort_keys and sort_dirs must be same'),
      badLimit: (given) =>
        errors.BadRequest({
          resource: 'limit',
          reason: `Limit must be an integer 0 or greater and not '${given}'`,
        }),
    },
  }
}

export const revisionRefusals: RevisionRefusals = {
  malformed: (constraint) => badRequest(`Unable to extract revision number from '${constraint}'`),
  other: (wanted) => errors.RevisionNumberConstraintFailed({ constraint: wanted }),
}
