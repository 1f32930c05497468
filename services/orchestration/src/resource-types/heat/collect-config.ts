import type { JsonObject } from '@nimbo/kernel/json'
import type { Handling } from '../../resource-type/handling.ts'
import { length } from '../../resource-type/constraint.ts'
import { mapOf, oneOf, string } from '../../resource-type/property.ts'
import type { Clients } from '../../resource-type/clients.ts'
import { metadataObject, putMetadata, shared } from './metadata-object.ts'

const transports = ['POLL_SERVER_CFN', 'POLL_SERVER_HEAT', 'POLL_TEMP_URL', 'ZAQAR_MESSAGE'] as const
type Transport = (typeof transports)[number]

/** The properties of how a server fetches its software configuration. */
export const collectProperties = {
  software_config_transport: oneOf(transports, { update: 'in-place', default: 'POLL_SERVER_CFN' }),
  deployment_swift_data: mapOf(
    {
      container: string({ constraints: [length({ min: 1 })] }),
      object: string({ constraints: [length({ min: 1 })] }),
    },
    { update: 'in-place', default: {}, support: { since: '9.0.0' } },
  ),
} as const

interface Collecting {
  readonly software_config_transport: Transport
  readonly deployment_swift_data: { readonly container?: string; readonly object?: string }
}

/** Checks the chosen transport; returns what is wrong. */
export const collectProblems = (transport: Transport | undefined): readonly string[] =>
  transport === 'ZAQAR_MESSAGE' ? ['ZAQAR_MESSAGE needs the messaging service, which this cloud lacks'] : []

/** The collectors of os-collect-config with the fields that an agent gets for each. */
const fields = {
  cfn: ['metadata_url', 'access_key_id', 'secret_access_key', 'stack_name', 'path'],
  heat: ['user_id', 'password', 'auth_url', 'project_id', 'stack_id', 'resource_name'],
  request: ['metadata_url'],
} as const
type Collector = keyof typeof fields

const byServer = async ({ signals, stack, resource }: Handling<Collecting>): Promise<JsonObject> => {
  const { userId, password, authUrl, projectId } = await signals.user()
  return {
    ...{ user_id: userId, password, auth_url: authUrl, project_id: projectId },
    ...{ stack_id: `${stack.name}/${stack.id}`, resource_name: resource.name },
  }
}

const byKey = async ({ signals, stack, resource }: Handling<Collecting>): Promise<JsonObject> => {
  const { access, secret, metadataUrl } = await signals.key()
  return {
    ...{ metadata_url: metadataUrl, access_key_id: access, secret_access_key: secret },
    ...{ stack_name: stack.name, path: `${resource.name}.Metadata` },
  }
}

const byObject = async (handling: Handling<Collecting>): Promise<JsonObject> => {
  const { container, object } = handling.properties.deployment_swift_data
  const place = {
    container: container ?? handling.resource.physicalName,
    object: object ?? handling.resource.id,
  }
  return { metadata_url: await shared(handling, place) }
}

const waysOf = (
  transport: Transport,
): readonly [Collector, (handling: Handling<Collecting>) => Promise<JsonObject>] => {
  switch (transport) {
    case 'POLL_SERVER_HEAT':
      return ['heat', byServer]
    case 'POLL_TEMP_URL':
      return ['request', byObject]
    default:
      return ['cfn', byKey]
  }
}

const key = 'os-collect-config'

/** The stored `os-collect-config` data of a server's agents. */
export const keptCollectConfig = (data: Readonly<Record<string, unknown>>): JsonObject | undefined => {
  const kept = data[key]
  return typeof kept === 'string' ? JSON.parse(kept) : undefined
}

/** Declares that servers for which `isUsed` holds have agents. */
export const collectingWhere = <Values>(isUsed: (values: Partial<Values>) => boolean) => ({
  isUsed,
  config: keptCollectConfig,
  publish: async (clients: Clients, data: Readonly<Record<string, string>>, metadata: JsonObject) => {
    const place = metadataObject(data)
    if (place !== undefined) await putMetadata(clients, place, metadata)
  },
})

/** Null fields of the collectors that are no longer used, so that agents forget the values they got at boot. */
const forgotten = (kept: JsonObject | undefined, collector: Collector): JsonObject =>
  Object.fromEntries(
    (['cfn', 'heat', 'request'] as const)
      .filter((one) => one !== collector && kept?.[one] !== undefined)
      .map((one) => [one, Object.fromEntries(fields[one].map((name) => [name, null]))]),
  )

/**
 * Sets up the transport by which a server's agent fetches its configuration, and stores the agent's `os-collect-config` data with
 * the resource: its `collectors` are those of `before`, the one of the transport and `local`.
 */
export const openCollecting = async (
  handling: Handling<Collecting>,
  before: readonly string[],
): Promise<JsonObject> => {
  const [collector, open] = waysOf(handling.properties.software_config_transport)
  const config = {
    ...forgotten(keptCollectConfig(handling.resource.data), collector),
    collectors: [...before, collector, 'local'],
    [collector]: await open(handling),
  }
  await handling.remember({ [key]: JSON.stringify(config) })
  return config
}
