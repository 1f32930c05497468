import { listAggregates } from '@nimbo/contracts/compute/aggregates'
import {
  listHypervisors,
  listHypervisorsInFull,
  showHypervisor,
  showStatistics,
  showUptime,
} from '@nimbo/contracts/compute/hypervisors'
import { CliError } from '../../cloud/cli-error.ts'
import { getById, type Kind } from '../../cloud/find.ts'
import { isRow, rowAt, textAt, textIn, without } from '../../cloud/json-values.ts'
import { inCompute, perform, performAll, thingIn } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { flag, integer, text } from '../../grammar/option.ts'
import { recordCell } from '../../output/cells.ts'
import { everyField, listOf, type Row } from '../../output/result.ts'

const hypervisorKind: Kind = {
  service: 'compute',
  list: listHypervisorsInFull,
  show: showHypervisor,
  label: 'Hypervisor',
  nameKey: 'hypervisor_hostname',
}

const list = command({
  words: 'hypervisor list',
  summary: 'List hypervisors',
  output: 'list',
  options: {
    matching: text('<hostname>', 'List only hypervisors whose hostname contains <hostname>'),
    marker: text('<marker>', 'The UUID of the last hypervisor of the previous page (2.33 or above)'),
    limit: integer('<limit>', 'Maximum number of hypervisors to display (2.33 or above)'),
    long: flag('List additional fields in output'),
  },
  run: async (session, { matching, marker, limit, long }) => {
    const pattern = session.computeVersion >= 2053 ? matching : undefined
    const query = { hypervisor_hostname_pattern: pattern, marker, limit }
    const rows = await performAll(session, inCompute(listHypervisorsInFull), { query }, limit)
    const kept = rows.filter(
      (row) => matching === undefined || textAt(row, 'hypervisor_hostname').includes(matching),
    )
    const more = {
      'vCPUs Used': 'vcpus_used',
      vCPUs: 'vcpus',
      'Memory MB Used': 'memory_mb_used',
      'Memory MB': 'memory_mb',
    }
    return listOf(
      {
        ID: 'id',
        'Hypervisor Hostname': 'hypervisor_hostname',
        'Hypervisor Type': 'hypervisor_type',
        'Host IP': 'host_ip',
        State: 'state',
        ...(long && more),
      },
      kept,
    )
  },
})

/** The id of a hypervisor; `GET` does not accept a name, so names are looked up in the list. */
const hypervisorId = async (session: Session, nameOrId: string): Promise<string> => {
  const rows = await performAll(session, inCompute(listHypervisors))
  const found = rows.find((row) => textAt(row, 'id') === nameOrId || row.hypervisor_hostname === nameOrId)
  if (found === undefined) throw new CliError(`No ${hypervisorKind.label} found for ${nameOrId}`)
  return textAt(found, 'id')
}

const uptimePattern = /^\s*(.+)\sup\s+(.+),\s+(.+)\susers?,\s+load average:\s(.+)/

/** The four values in a host's `uptime` line; none without such a line. */
const uptimeFields = (line: string): Row => {
  const [, host_time, uptime, users, load_average] = uptimePattern.exec(line) ?? []
  return host_time === undefined ? {} : { host_time, uptime, users, load_average: load_average?.trim() }
}

const cpuInfo = (value: unknown): unknown => {
  if (isRow(value)) return value
  return typeof value === 'string' && value !== '' ? JSON.parse(value) : {}
}

const aggregatesOf = async (session: Session, host: string): Promise<readonly unknown[]> => {
  const rows = await performAll(session, inCompute(listAggregates))
  return rows.filter((row) => Array.isArray(row.hosts) && row.hosts.includes(host)).map((row) => row.name)
}

const show = command({
  words: 'hypervisor show',
  summary: 'Display hypervisor details',
  output: 'one',
  positionals: { hypervisor: one('<hypervisor>', 'Hypervisor to display (name or ID)') },
  run: async (session, { hypervisor }) => {
    const id = await hypervisorId(session, hypervisor)
    const found = await getById(session, hypervisorKind, id)
    const host = textIn(found, 'service', 'host') ?? ''
    // From 2.88 on, `uptime` is a member of the hypervisor; before, it is a resource of its own.
    const separate = session.computeVersion < 2088
    const uptime = separate
      ? await perform(session, inCompute(showUptime), { path: { hypervisor_id: id } }).catch(() => ({}))
      : {}
    const line = textAt(found, 'uptime') || (textIn(uptime, 'hypervisor', 'uptime') ?? '')
    return everyField({
      ...without(found, 'service', 'uptime'),
      ...(found.cpu_info !== undefined && { cpu_info: recordCell(cpuInfo(found.cpu_info)) }),
      ...(found.uptime !== undefined && { uptime: found.uptime }),
      ...uptimeFields(line),
      aggregates: await aggregatesOf(session, host),
      service_host: host,
      service_id: rowAt(found, 'service').id,
    })
  },
})

const stats = command({
  words: 'hypervisor stats show',
  summary: 'Display hypervisor stats details',
  output: 'one',
  run: async (session) => {
    // 2.88 removed the statistics.
    const request = session.computeVersion >= 2088 ? { version: '2.87' } : {}
    return everyField(thingIn(await perform(session, inCompute(showStatistics), request)))
  },
})

export const hypervisorCommands = [list, show, stats]
