import {
  createService,
  deleteService,
  listServices,
  showService,
  updateService,
} from '@nimbo/contracts/identity/services'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inIdentity, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'

const service = 'identity'

/** The id of a service given by id, name or type. */
export const serviceId = async (session: Session, called: string): Promise<string> => {
  const rows = await performAll(session, inIdentity(listServices))
  const found =
    rows.find(({ id }) => id === called) ??
    rows.filter(({ name, type }) => name === called || type === called)
  if (!Array.isArray(found)) return textAt(found, 'id')
  if (found.length > 1)
    throw new CliError(`Multiple service matches found for '${called}', use an ID to be more specific.`)
  const [only] = found
  if (only === undefined) throw new CliError(`No service with a type, name or ID of '${called}' exists.`)
  return textAt(only, 'id')
}

const attributes = {
  description: text('<description>', 'Description of the service'),
  enabled: either({ '--enable': true, '--disable': false }, 'Enable or disable the service'),
}

export const serviceCommands = [
  shows({
    words: 'service create',
    summary: 'Create new service',
    ...{ service, operation: createService },
    positionals: { type: one('<type>', 'New service type (compute, image, identity, volume, …)') },
    options: { name: text('<name>', 'New service name'), ...attributes },
    request: ({ type, name, description, enabled = true }) => ({
      body: { service: given({ type, name, description, enabled }) },
    }),
  }),
  lists({
    words: 'service list',
    summary: 'List services',
    ...{ service, operation: listServices },
    options: { long: flag('List additional fields in output') },
    columns: ({ long }) => ({
      ...{ ID: 'id', Name: 'name', Type: 'type' },
      ...(long && { Description: 'description', Enabled: 'enabled' }),
    }),
  }),
  shows({
    words: 'service show',
    summary: 'Display service details',
    ...{ service, operation: showService },
    positionals: { called: one('<service>', 'Service to display (type, name or ID)') },
    request: async ({ called }, session) => ({ path: { service_id: await serviceId(session, called) } }),
  }),
  does({
    words: 'service set',
    summary: 'Set service properties',
    ...{ service, operation: updateService },
    positionals: { called: one('<service>', 'Service to modify (type, name or ID)') },
    options: {
      type: text('<type>', 'New service type'),
      name: text('<service-name>', 'New service name'),
      ...attributes,
    },
    request: async ({ called, type, name, description, enabled }, session) => ({
      path: { service_id: await serviceId(session, called) },
      body: { service: given({ type, name, description, enabled }) },
    }),
  }),
  command({
    words: 'service delete',
    summary: 'Delete service(s)',
    calls: [inIdentity(deleteService)],
    output: 'none',
    positionals: { services: many('<service>', 'Service(s) to delete (type, name or ID)') },
    run: async (session, { services }) => {
      await forAll(services, 'Service', 'delete', async (called) =>
        session.api.identity.call(deleteService, { path: { service_id: await serviceId(session, called) } }),
      )
      return nothing
    },
  }),
]
