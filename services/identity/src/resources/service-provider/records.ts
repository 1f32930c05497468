import { serviceProvider } from '@nimbo/contracts/identity/service-providers'
import { repository } from '@nimbo/resource/rows/repository'
import { seenByAll } from '../../db/paged.ts'

export const serviceProviders = repository(serviceProvider, seenByAll)
