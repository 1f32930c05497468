import { listHosts, showHost, updateHost } from '@nimbo/contracts/compute/hosts'
import { given, rowAt } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { does, lists } from '../../grammar/declared.ts'
import { either, text } from '../../grammar/option.ts'

const service = 'compute'

/** Commands of an API that ends with microversion 2.42; `compute service` and `hypervisor` have replaced it. */
export const hostCommands = [
  lists({
    words: 'host list',
    summary: 'List hosts (up to 2.42)',
    ...{ service, operation: listHosts },
    options: { zone: text('<zone>', 'Only return hosts in the availability zone') },
    request: ({ zone }) => ({ query: { zone } }),
    columns: { 'Host Name': 'host_name', Service: 'service', Zone: 'zone' },
  }),
  does({
    words: 'host set',
    summary: 'Set host properties (up to 2.42)',
    ...{ service, operation: updateHost },
    positionals: { host: one('<host>', 'Host to modify (name only)') },
    options: {
      status: either({ '--enable': 'enable', '--disable': 'disable' }, 'Enable or disable the host'),
      maintenance: either(
        { '--enable-maintenance': 'enable', '--disable-maintenance': 'disable' },
        'Enable or disable maintenance mode for the host',
      ),
    },
    request: ({ host, status, maintenance }) => ({
      path: { host_name: host },
      body: given({ status, maintenance_mode: maintenance }),
    }),
  }),
  lists({
    words: 'host show',
    summary: 'Display host details (up to 2.42)',
    ...{ service, operation: showHost },
    positionals: { host: one('<host>', 'Name of host') },
    request: ({ host }) => ({ path: { host_name: host } }),
    columns: { Host: 'host', Project: 'project', CPU: 'cpu', 'Memory MB': 'memory_mb', 'Disk GB': 'disk_gb' },
    rows: (items) => items.map((item) => rowAt(item, 'resource')),
  }),
]
