import { listFederatedDomains, listFederatedProjects } from '@nimbo/contracts/identity/auth-scopes'
import { lists } from '../../grammar/declared.ts'

const service = 'identity'

export const federationDomainCommands = [
  lists({
    words: 'federation domain list',
    summary: 'List accessible domains',
    ...{ service, operation: listFederatedDomains },
    columns: { ID: 'id', Enabled: 'enabled', Name: 'name', Description: 'description' },
  }),
]

export const federationProjectCommands = [
  lists({
    words: 'federation project list',
    summary: 'List accessible projects',
    ...{ service, operation: listFederatedProjects },
    columns: { ID: 'id', 'Domain ID': 'domain_id', Enabled: 'enabled', Name: 'name' },
  }),
]
