import type { Deps } from '../../app/deps.ts'
import { plainUseCases } from '../../app/plain-use-cases.ts'
import { errors } from '../../errors.ts'
import { mappings } from './records.ts'

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text) !== undefined
  } catch {
    return false
  }
}

export const createMappings = (deps: Deps) =>
  plainUseCases(deps, {
    records: mappings,
    type: 'mapping',
    check: ({ rules }) => {
      const patterns = rules.flatMap(({ remote }) =>
        remote.flatMap(({ regex, any_one_of = [], not_any_of = [], whitelist = [], blacklist = [] }) =>
          regex ? [...any_one_of, ...not_any_of, ...whitelist, ...blacklist] : [],
        ),
      )
      const wrong = patterns.find((text) => !isPattern(text))
      if (wrong !== undefined) throw errors.Invalid({ reason: `'${wrong}' is not a regular expression` })
    },
  })
