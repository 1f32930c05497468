import {
  listManageableSnapshots,
  listManageableSnapshotsInFull,
  listManageableVolumes,
  listManageableVolumesInFull,
} from '@nimbo/contracts/volume/manageable'
import type { Operation } from '@nimbo/operation/operation'
import { CliError } from '../../cloud/cli-error.ts'
import { given } from '../../cloud/json-values.ts'
import { inVolume, performAll } from '../../cloud/perform.ts'
import { command, optional } from '../../grammar/command.ts'
import { flag, integer, text } from '../../grammar/option.ts'
import { type Columns, listOf } from '../../output/result.ts'

const brief = { reference: 'reference', size: 'size', safe_to_manage: 'safe_to_manage' }
const details = { reason_not_safe: 'reason_not_safe', cinder_id: 'cinder_id', extra_info: 'extra_info' }

const listing = (
  kind: 'volume' | 'snapshot',
  { list, listInFull }: { readonly list: Operation; readonly listInFull: Operation },
  columns: Columns,
) => {
  const words = `block storage ${kind} manageable list`
  return command({
    words,
    summary: `List manageable ${kind}s (from 3.8 of the API)`,
    calls: [inVolume(list)],
    output: 'list',
    positionals: {
      host: optional('<host>', `Host on which to list manageable ${kind}s (host@backend-name#pool)`),
    },
    options: {
      cluster: text('<cluster>', `Cluster on which to list manageable ${kind}s (from 3.17 of the API)`),
      long: flag('List additional fields in output'),
      marker: text('<marker>', `Reference of the last ${kind} on the previous page`),
      limit: integer('<limit>', `Maximum number of ${kind}s to return`),
      offset: integer('<offset>', `Number of ${kind}s to skip after marker`),
      sort: text('<key>[:<direction>]', 'Sort by size or reference, asc or desc'),
    },
    run: async (session, { host, cluster, long, marker, limit, offset, sort }) => {
      if (host === undefined && cluster === undefined)
        throw new CliError(
          `Either <host> or '--cluster <cluster>' needs to be provided to run the '${words}' command`,
        )
      const query = given({
        ...{ host, cluster, marker, sort, limit: limit?.toString(), offset: offset?.toString() },
      })
      const rows = await performAll(session, inVolume(long ? listInFull : list), { query }, limit)
      return listOf({ ...columns, ...(long && details) }, rows)
    },
  })
}

export const blockStorageVolumeCommands = [
  listing('volume', { list: listManageableVolumes, listInFull: listManageableVolumesInFull }, brief),
]

export const blockStorageSnapshotCommands = [
  listing(
    'snapshot',
    { list: listManageableSnapshots, listInFull: listManageableSnapshotsInFull },
    { ...brief, source_reference: 'source_reference' },
  ),
]
