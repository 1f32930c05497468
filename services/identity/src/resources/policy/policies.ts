import type { Deps } from '../../app/deps.ts'
import { plainUseCases } from '../../app/plain-use-cases.ts'
import { policies } from './records.ts'

export const createPolicies = (deps: Deps) =>
  plainUseCases(deps, { records: policies, type: 'policy', told: 'policy' })
