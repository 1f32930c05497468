import { join } from 'node:path'
import { commonOptions } from '@nimbo/service/common-options'
import type { ManagedService, ServiceCommand } from '@nimbo/service/manage/service-command'
import type { AnyService } from '@nimbo/service/service'
import { readerOf } from '../settings.ts'
import { defaultStateDirectory } from '../state-directory.ts'
import { adminAccount } from './admin-account.ts'
import { asOperator } from './as-operator.ts'
import type { ManageCommand } from './command.ts'
import { type Managed, manageCloud } from './managed-host.ts'
import { serviceAccount } from './service-account.ts'

const managedService = (
  service: AnyService,
  stateDir: string | undefined,
  { settings, addressOf, databases }: Managed,
): ManagedService => {
  const read = readerOf(settings, service.name)
  return {
    ...{ read, stateDir, usualStateDir: defaultStateDirectory(process.env) },
    databases: (schema) => databases(service, schema),
    databaseAddress: (name) => addressOf(service, name),
    directory: async (name) => join(stateDir ?? read(commonOptions).DEFAULT.state_path, name),
    asOperator: async (api, ask, version) => {
      const account = await adminAccount({ service: service.name, read, stateDir }, process.env)
      return asOperator(account, api, ask, version)
    },
    asService: async (api, ask, version) => {
      const account = await serviceAccount({ service: service.name, read, stateDir }, process.env)
      return asOperator(account, api, ask, version)
    },
  }
}

const onPlaces = (service: AnyService, command: ServiceCommand): ManageCommand => ({
  ...command,
  run: (given, places, say) =>
    manageCloud([service], places, (managed) =>
      command.run(given, managedService(service, places.stateDir, managed), say),
    ),
})

/** The administrative commands that these services define, extended by the options that locate the cloud. */
export const serviceCommands = async (services: readonly AnyService[]): Promise<readonly ManageCommand[]> => {
  const each = services.map(async (service) =>
    (await service.commands()).map((command) => onPlaces(service, command)),
  )
  return (await Promise.all(each)).flat()
}
