import type { ServiceProvider } from '@nimbo/contracts/identity/service-providers'
import type { Deps } from '../../app/deps.ts'
import { plainUseCases } from '../../app/plain-use-cases.ts'
import { serviceProviders } from './records.ts'

const mostShown = 1000

export const createServiceProviders = (deps: Deps) => ({
  ...plainUseCases(deps, { records: serviceProviders, type: 'Service Provider' }),
  /** The service providers listed in tokens. */
  enabled: (): Promise<ServiceProvider[]> =>
    serviceProviders.list(deps.db, 'all', { enabled: [true] }, { limit: mostShown }),
})
