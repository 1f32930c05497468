import {
  deleteService,
  disableService,
  disableServiceWithReason,
  enableService,
  forceServiceDown,
  listServices,
  updateService,
} from '@nimbo/contracts/compute/services'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inCompute, perform, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { listOf, nothing } from '../../output/result.ts'

const servicesOf = (session: Session, host?: string, binary?: string) =>
  performAll(session, inCompute(listServices), { query: { host, binary } })

const list = command({
  words: 'compute service list',
  summary: 'List compute services',
  output: 'list',
  options: {
    host: text('<host>', 'List services on specified host (name only)'),
    service: text('<service>', 'List only specified service binaries (name only)'),
    long: flag('List additional fields in output'),
  },
  run: async (session, { host, service, long }) => {
    const rows = await servicesOf(session, host, service)
    const more = {
      'Disabled Reason': 'disabled_reason',
      ...(session.computeVersion >= 2011 && { 'Forced Down': 'forced_down' }),
    }
    return listOf(
      {
        ID: 'id',
        Binary: 'binary',
        Host: 'host',
        Zone: 'zone',
        Status: 'status',
        State: 'state',
        'Updated At': 'updated_at',
        ...(long && more),
      },
      rows,
    )
  },
})

const serviceId = async (session: Session, host: string, binary: string): Promise<string> => {
  const [found] = await servicesOf(session, host, binary)
  if (found === undefined)
    throw new CliError(`Compute service for host "${host}" and binary "${binary}" not found.`)
  const id = textAt(found, 'id')
  if (id === '') throw new CliError(`The cell of host "${host}" gives no answer now.`)
  return id
}

interface Change {
  readonly status?: string | undefined
  readonly disabled_reason?: string | undefined
  readonly forced_down?: boolean | undefined
}

/** Changes a service by id from 2.53 on; before, by host and binary, with one action per change. */
const change = async (session: Session, host: string, binary: string, asked: Change): Promise<void> => {
  if (session.computeVersion >= 2053) {
    const id = await serviceId(session, host, binary)
    await perform(session, inCompute(updateService), { path: { service_id: id }, body: given({ ...asked }) })
    return
  }
  const { status, disabled_reason, forced_down } = asked
  const { compute } = session.api
  const body = { host, binary }
  if (status === 'enabled') await compute.call(enableService, { body })
  if (status === 'disabled') {
    if (disabled_reason === undefined) await compute.call(disableService, { body })
    else await compute.call(disableServiceWithReason, { body: { ...body, disabled_reason } })
  }
  if (forced_down !== undefined) await compute.call(forceServiceDown, { body: { ...body, forced_down } })
}

const set = command({
  words: 'compute service set',
  summary: 'Set compute service properties',
  output: 'none',
  positionals: {
    host: one('<host>', 'Name of host'),
    service: one('<service>', 'Name of service (Binary name), for example nova-compute'),
  },
  options: {
    status: either({ '--enable': 'enabled', '--disable': 'disabled' }, 'Enable or disable service'),
    disableReason: text('<reason>', 'Reason for disabling the service (in quotes)'),
    forcedDown: either(
      { '--up': false, '--down': true },
      'Mark the service as forced down, or remove that mark (2.11 or above)',
    ),
  },
  run: async (session, { host, service, status, disableReason, forcedDown }) => {
    if (disableReason !== undefined && status !== 'disabled') {
      throw new UsageError('Cannot specify option --disable-reason without --disable specified.')
    }
    await change(session, host, service, { status, disabled_reason: disableReason, forced_down: forcedDown })
    return nothing
  },
})

const remove = command({
  words: 'compute service delete',
  summary: 'Delete compute service(s)',
  output: 'none',
  positionals: { services: many('<service>', 'Compute service(s) to delete (ID only)') },
  run: async (session, { services }) => {
    await forAll(services, 'Service', 'delete', (service_id) =>
      session.api.compute.call(deleteService, { path: { service_id } }),
    )
    return nothing
  },
})

export const computeServiceCommands = [list, set, remove]
