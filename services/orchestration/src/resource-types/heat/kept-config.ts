import {
  createSoftwareConfig,
  deleteSoftwareConfig,
  listSoftwareConfigs,
  showSoftwareConfig,
} from '@nimbo/contracts/orchestration/software'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import type { Handling, HandledStack, Standing } from '../../resource-type/handling.ts'
import { makeOnce } from '../../resource-type/make-once.ts'

type Values = Readonly<Record<string, unknown>>

/** The content of a software config. */
export interface ConfigContent {
  readonly group: string
  readonly config: unknown
  readonly options?: Values
  readonly inputs?: readonly object[]
  readonly outputs?: readonly object[]
}

const plain = (items: readonly object[] | undefined): Record<string, unknown>[] =>
  (items ?? []).map((item) => ({ ...item }))

/** Creates a software config of that name; resolves to its id. */
export const keepConfig = async (
  { clients, stack }: { readonly clients: Clients; readonly stack: HandledStack },
  name: string,
  { group, config, options, inputs, outputs }: ConfigContent,
): Promise<string> => {
  const { software_config } = await clients.orchestration.call(createSoftwareConfig, {
    path: { tenant_id: stack.projectId },
    body: { name, group, config, options: options ?? {}, inputs: plain(inputs), outputs: plain(outputs) },
  })
  return software_config.id
}

/** Creates the software config of a resource. */
export const createConfig = (handling: Handling<object>, content: ConfigContent): Promise<string> => {
  const { clients, stack, resource, attempt } = handling
  return makeOnce(attempt, {
    make: () => keepConfig(handling, resource.physicalName, content),
    find: async () => {
      const path = { tenant_id: stack.projectId }
      const { software_configs } = await clients.orchestration.call(listSoftwareConfigs, { path })
      return software_configs.filter(({ name }) => name === resource.physicalName)
    },
  })
}

export const showConfig = async (
  { clients, stack }: { readonly clients: Clients; readonly stack: HandledStack },
  config_id: string,
) => {
  const path = { tenant_id: stack.projectId, config_id }
  return (await clients.orchestration.call(showSoftwareConfig, { path })).software_config
}

export const dropConfig = async (
  { clients, stack }: { readonly clients: Clients; readonly stack: HandledStack },
  config_id: string,
): Promise<void> => {
  const path = { tenant_id: stack.projectId, config_id }
  await unlessNotFound(clients.orchestration.call(deleteSoftwareConfig, { path }))
}

/** What all config types share: configs are created, shown and deleted, and never updated. */
export const asConfig = {
  client: 'orchestration',
  attributes: { config: { type: 'string' } },
  show: (handling: Standing<object>) => showConfig(handling, handling.id),
  delete: (handling: Standing<object>) => dropConfig(handling, handling.id),
  isDeleted: async () => true,
} as const
