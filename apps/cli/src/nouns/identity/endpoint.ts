import { listEndpointsOfProject, listProjectsOfEndpoint } from '@nimbo/contracts/identity/endpoint-filter'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  showEndpoint,
  updateEndpoint,
} from '@nimbo/contracts/identity/endpoints'
import { listServices } from '@nimbo/contracts/identity/services'
import type { Kind } from '../../cloud/find.ts'
import { given, rowAt, textAt } from '../../cloud/json-values.ts'
import { inIdentity, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, does, shows } from '../../grammar/declared.ts'
import { either, oneOf, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { listOf, type Row } from '../../output/result.ts'
import { findOptionalIn, projectKind } from './identity-kinds.ts'
import { serviceId } from './service.ts'

const service = 'identity'
const endpointKind: Kind = {
  ...{ service, list: listEndpoints, show: showEndpoint, remove: deleteEndpoint, label: 'Endpoint' },
}
const interfaces = ['admin', 'public', 'internal'] as const

/** Adds the name and type of its service to each endpoint. */
const withServices = async (session: Session, endpoints: readonly Row[]): Promise<readonly Row[]> => {
  const services = await performAll(session, inIdentity(listServices))
  return endpoints.map((endpoint) => {
    const found = services.find(({ id }) => id === endpoint.service_id)
    return { ...endpoint, service_name: found?.name ?? '', service_type: found?.type ?? '' }
  })
}

const withService = async (reply: Row, session: Session): Promise<Row> => {
  const [endpoint = {}] = await withServices(session, [rowAt(reply, 'endpoint')])
  return endpoint
}

const columns = {
  enabled: 'enabled',
  id: 'id',
  interface: 'interface',
  region: 'region',
  region_id: 'region_id',
  service_id: 'service_id',
  service_name: 'service_name',
  service_type: 'service_type',
  url: 'url',
}

const options = {
  region: text('<region-id>', 'Region of the endpoint (ID)'),
  enabled: either({ '--enable': true, '--disable': false }, 'Enable or disable the endpoint'),
}

/** Validates the name of an interface: `public`, `internal` or `admin`. */
const faceOf = (word: string) => {
  const face = interfaces.find((each) => each === word)
  if (face === undefined)
    throw new UsageError(
      `argument <interface>: invalid choice: '${word}' (choose from ${interfaces.join(', ')})`,
    )
  return face
}

const listed = {
  ID: 'id',
  Region: (row: Row) => textAt(row, 'region_id'),
  'Service Name': 'service_name',
  'Service Type': 'service_type',
  Enabled: 'enabled',
  Interface: 'interface',
  URL: 'url',
}

const list = command({
  words: 'endpoint list',
  summary: 'List endpoints, or the projects associated with an endpoint',
  calls: [inIdentity(listEndpoints)],
  output: 'list',
  options: {
    service: text('<service>', 'List only endpoints of this service (type, name or ID)'),
    interface: oneOf(interfaces, 'List only endpoints with this interface'),
    region: text('<region-id>', 'List only endpoints in this region'),
    endpoint: text('<endpoint>', 'List the projects associated with this endpoint (ID)'),
    project: text('<project>', 'List only endpoints associated with this project (name or ID)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
  },
  run: async (session, { service: called, interface: face, region, endpoint, project, projectDomain }) => {
    if (endpoint !== undefined) {
      const of = { path: { endpoint_id: endpoint } }
      const tied = await performAll(session, inIdentity(listProjectsOfEndpoint), of)
      return listOf({ ID: 'id', Name: 'name', Enabled: 'enabled', Description: 'description' }, tied)
    }
    const service_id = called === undefined ? undefined : await serviceId(session, called)
    const project_id = await findOptionalIn(session, projectKind, project, projectDomain)
    const query = given({ service_id, interface: face, region_id: region })
    const endpoints = await (project_id === undefined
      ? performAll(session, inIdentity(listEndpoints), { query })
      : performAll(session, inIdentity(listEndpointsOfProject), { path: { project_id } }))
    return listOf(listed, await withServices(session, endpoints))
  },
})

export const endpointCommands = [
  shows({
    words: 'endpoint create',
    summary: 'Create new endpoint',
    ...{ service, operation: createEndpoint, columns, options },
    positionals: {
      called: one('<service>', 'Service of the endpoint (type, name or ID)'),
      face: one('<interface>', 'Interface of the endpoint: admin, public or internal'),
      url: one('<url>', 'New endpoint URL'),
    },
    request: async ({ called, face, url, region, enabled = true }, session) => ({
      body: {
        endpoint: given({
          ...{ service_id: await serviceId(session, called), interface: faceOf(face), url, enabled },
          region_id: region,
        }),
      },
    }),
    thing: (reply, _, session) => withService(reply, session),
  }),
  list,
  shows({
    words: 'endpoint show',
    summary: 'Display endpoint details',
    ...{ service, operation: showEndpoint, columns },
    positionals: { endpoint: one('<endpoint>', 'Endpoint to display (ID)') },
    request: ({ endpoint }) => ({ path: { endpoint_id: endpoint } }),
    thing: (reply, _, session) => withService(reply, session),
  }),
  does({
    words: 'endpoint set',
    summary: 'Set endpoint properties',
    ...{ service, operation: updateEndpoint },
    positionals: { endpoint: one('<endpoint-id>', 'Endpoint to modify (ID)') },
    options: {
      ...options,
      interface: oneOf(interfaces, 'New interface of the endpoint'),
      url: text('<url>', 'New endpoint URL'),
      service: text('<service>', 'New service (type, name or ID)'),
    },
    request: async ({ endpoint, region, enabled, interface: face, url, service: called }, session) => ({
      path: { endpoint_id: endpoint },
      body: {
        endpoint: given({
          ...{ region_id: region, enabled, interface: face, url },
          service_id: called === undefined ? undefined : await serviceId(session, called),
        }),
      },
    }),
  }),
  deletes(
    'endpoint delete',
    'Delete endpoint(s)',
    endpointKind,
    many('<endpoint-id>', 'Endpoint(s) to delete (ID)'),
  ),
]
