import { identityProvider } from '@nimbo/contracts/identity/identity-providers'
import { repository } from '@nimbo/resource/rows/repository'
import { seenByAll } from '../../db/paged.ts'

export const identityProviders = repository(identityProvider, seenByAll)
