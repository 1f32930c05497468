import {
  disableCluster,
  enableCluster,
  listClusters,
  listClustersInFull,
  showCluster,
} from '@nimbo/contracts/volume/clusters'
import { CliError } from '../../cloud/cli-error.ts'
import { given } from '../../cloud/json-values.ts'
import { inVolume, performAll, perform, thingIn } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { either, flag, integer, text } from '../../grammar/option.ts'
import { listOf, nothing, showInOrder } from '../../output/result.ts'

const brief = { Name: 'name', Binary: 'binary', State: 'state', Status: 'status' }

const list = command({
  words: 'block storage cluster list',
  summary: 'List block storage clusters (from 3.7 of the API)',
  calls: [inVolume(listClusters)],
  output: 'list',
  options: {
    cluster: text('<name>', 'Filter by cluster name; without a backend: all clusters with this name'),
    binary: text('<binary>', 'Filter by service binary'),
    isUp: either({ '--up': 'True', '--down': 'False' }, 'Filter by up or down status'),
    isDisabled: either(
      { '--disabled': 'True', '--enabled': 'False' },
      'Filter by disabled or enabled status',
    ),
    numHosts: integer('<hosts>', 'Filter by number of hosts in the cluster'),
    numDownHosts: integer('<hosts>', 'Filter by number of hosts that are down'),
    long: flag('List additional fields in output'),
  },
  run: async (session, { cluster: name, binary, isUp, isDisabled, numHosts, numDownHosts, long }) => {
    const query = given({
      ...{ name, binary, is_up: isUp, disabled: isDisabled },
      num_hosts: numHosts === undefined ? undefined : String(numHosts),
      num_down_hosts: numDownHosts === undefined ? undefined : String(numDownHosts),
    })
    const rows = await performAll(session, inVolume(long ? listClustersInFull : listClusters), { query })
    const more = {
      ...{ 'Num Hosts': 'num_hosts', 'Num Down Hosts': 'num_down_hosts', 'Last Heartbeat': 'last_heartbeat' },
      ...{ 'Disabled Reason': 'disabled_reason', 'Created At': 'created_at', 'Updated At': 'updated_at' },
    }
    return listOf({ ...brief, ...(long && more) }, rows)
  },
})

const set = command({
  words: 'block storage cluster set',
  summary: 'Set block storage cluster properties (from 3.7 of the API)',
  calls: [inVolume(enableCluster), inVolume(disableCluster)],
  output: 'none',
  positionals: { cluster: one('<cluster>', 'Name of block storage cluster to update (name only)') },
  options: {
    binary: text('<binary>', 'Service binary of the cluster (default: cinder-volume)'),
    disabled: either({ '--enable': false, '--disable': true }, 'Enable (the default) or disable cluster'),
    disableReason: text('<reason>', 'Reason for disabling the cluster (with --disable)'),
  },
  run: async (session, { cluster: name, binary = 'cinder-volume', disabled = false, disableReason }) => {
    if (disableReason !== undefined && !disabled)
      throw new CliError('Cannot specify --disable-reason without --disable')
    const body = given({ name, binary, disabled_reason: disableReason })
    await perform(session, inVolume(disabled ? disableCluster : enableCluster), { body })
    return nothing
  },
})

const show = command({
  words: 'block storage cluster show',
  summary: 'Show detailed information for a block storage cluster (from 3.7 of the API)',
  calls: [inVolume(showCluster)],
  output: 'one',
  positionals: { cluster: one('<cluster>', 'Name of block storage cluster') },
  options: { binary: text('<binary>', 'Service binary of the cluster') },
  run: async (session, { cluster: cluster_name, binary }) => {
    const request = { path: { cluster_name }, query: given({ binary }) }
    const found = thingIn(await perform(session, inVolume(showCluster), request))
    return showInOrder(
      {
        ...brief,
        ...{ 'Disabled Reason': 'disabled_reason', Hosts: 'num_hosts', 'Down Hosts': 'num_down_hosts' },
        ...{ 'Last Heartbeat': 'last_heartbeat', 'Created At': 'created_at', 'Updated At': 'updated_at' },
        ...{ 'Replication Status': 'replication_status', Frozen: 'frozen' },
        'Active Backend ID': 'active_backend_id',
      },
      found,
    )
  },
})

export const blockStorageClusterCommands = [list, set, show]
