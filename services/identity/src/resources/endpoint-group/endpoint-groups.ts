import type { Deps } from '../../app/deps.ts'
import { plainUseCases } from '../../app/plain-use-cases.ts'
import { errors } from '../../errors.ts'
import { endpointGroups } from './records.ts'

const filterable = ['service_id', 'region_id', 'interface']
const interfaces = ['public', 'internal', 'admin']

export const createEndpointGroups = (deps: Deps) =>
  plainUseCases(deps, {
    records: endpointGroups,
    type: 'Endpoint Group',
    check: ({ filters }) => {
      const isKnown = Object.keys(filters).every((name) => filterable.includes(name))
      const { interface: kind } = filters
      if (!isKnown || (kind !== undefined && !interfaces.includes(String(kind))))
        throw errors.NotExpected({ attribute: filterable.join(' or '), target: 'endpoint_group' })
    },
  })
