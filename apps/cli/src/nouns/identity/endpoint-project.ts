import { tieEndpoint } from '@nimbo/contracts/identity/endpoint-filter'
import { one } from '../../grammar/command.ts'
import { does } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'
import { findIn, projectKind } from './identity-kinds.ts'

const service = 'identity'
const positionals = {
  endpoint: one('<endpoint>', 'Endpoint (ID)'),
  project: one('<project>', 'Project (name or ID)'),
}
const options = { projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)') }

/** Commands that associate endpoints with projects (the catalog's endpoint filter). */
export const endpointAddCommands = [
  does({
    words: 'endpoint add project',
    summary: 'Associate a project to an endpoint',
    ...{ service, operation: tieEndpoint.add, positionals, options },
    request: async ({ endpoint, project, projectDomain }, session) => ({
      path: { endpoint_id: endpoint, project_id: await findIn(session, projectKind, project, projectDomain) },
    }),
  }),
]

export const endpointRemoveCommands = [
  does({
    words: 'endpoint remove project',
    summary: 'Dissociate a project from an endpoint',
    ...{ service, operation: tieEndpoint.remove, positionals, options },
    request: async ({ endpoint, project, projectDomain }, session) => ({
      path: { endpoint_id: endpoint, project_id: await findIn(session, projectKind, project, projectDomain) },
    }),
  }),
]
