import { dropObject } from './signal-objects.ts'
import { curlOf, signalOf, signalProblems, waysToSignal } from './ways-to-signal.ts'
import { openNames, takeSignal } from './wait-signals.ts'
import { oneOf } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const waitConditionHandle = defineResourceType({
  type: 'OS::Heat::WaitConditionHandle',
  support: { since: '2014.2' },
  properties: {
    signal_transport: oneOf(
      ['CFN_SIGNAL', 'TEMP_URL_SIGNAL', 'HEAT_SIGNAL', 'NO_SIGNAL', 'ZAQAR_SIGNAL', 'TOKEN_SIGNAL'],
      { default: 'TOKEN_SIGNAL', support: { since: '6.0.0' } },
    ),
  },
  attributes: {
    token: { type: 'string', of: (_live, { resource }) => resource.data.token },
    endpoint: { type: 'string', of: (_live, { resource }) => resource.data.endpoint },
    curl_cli: { type: 'string', of: (_live, { resource }) => curlOf(resource.data) },
    signal: { type: 'string', of: (_live, { resource }) => signalOf(resource.data) },
  },
  validate: ({ signal_transport }) => signalProblems(signal_transport),
  create: async (handling) => {
    await handling.remember(await waysToSignal(handling.properties.signal_transport, handling))
    return handling.resource.physicalName
  },
  delete: async ({ clients, stack, resource, id }) => {
    if (resource.data.put_url !== undefined) await dropObject(clients, { container: stack.id, object: id })
  },
  isDeleted: async () => true,
  suspend: async () => {},
  resume: async () => {},
  signal: async ({ resource }, details) => takeSignal(resource.metadata, details, openNames),
})
