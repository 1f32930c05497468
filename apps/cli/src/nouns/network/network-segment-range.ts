import { networkSegmentRangeOperations } from '@nimbo/contracts/network/network-segment-range'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, integer, oneOf, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { column, recordCell } from '../../output/cells.ts'
import { projectIn, projectOptions, segmentRangeKind } from './network-kinds.ts'

const service = 'network'
const range = one('<network-segment-range>', 'Network segment range (name or ID)')
const types = ['geneve', 'gre', 'vlan', 'vxlan'] as const
const minimum = integer('<minimum-segmentation-id>', 'Lowest segmentation ID of the range')
const maximum = integer('<maximum-segmentation-id>', 'Highest segmentation ID of the range')

const needed = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw new UsageError(`the following arguments are required: ${name}`)
  return value
}

export const networkSegmentRangeCommands = [
  shows({
    words: 'network segment range create',
    summary: 'Create new network segment range',
    ...{ service, operation: networkSegmentRangeOperations.create },
    positionals: { name: one('<name>', 'Name of new network segment range') },
    options: {
      ...{ minimum, maximum, ...projectOptions },
      access: either(
        { '--shared': true, '--private': false },
        'Share the range with all projects, or reserve it for one project (see --project)',
      ),
      networkType: oneOf(types, 'Type of the networks whose segmentation IDs come from the range'),
      physicalNetwork: text('<physical-network-name>', 'Physical network of the range (for VLAN)'),
    },
    request: async ({ name, minimum: from, maximum: to, access, networkType, ...asked }, session) => ({
      body: {
        network_segment_range: given({
          ...{ name, shared: access ?? asked.project === undefined },
          minimum: needed(from, '--minimum'),
          maximum: needed(to, '--maximum'),
          network_type: needed(networkType, '--network-type'),
          physical_network: asked.physicalNetwork,
          project_id: await projectIn(session, asked),
        }),
      },
    }),
  }),
  lists({
    words: 'network segment range list',
    summary: 'List network segment ranges',
    ...{ service, operation: networkSegmentRangeOperations.list },
    options: { long: flag('List additional fields in output') },
    columns: ({ long }) => ({
      ID: 'id',
      Name: 'name',
      Default: 'default',
      Shared: 'shared',
      'Project ID': 'project_id',
      'Network Type': 'network_type',
      'Physical Network': 'physical_network',
      'Minimum ID': 'minimum',
      'Maximum ID': 'maximum',
      ...(long && { Used: column(recordCell, 'used'), Available: 'available' }),
    }),
  }),
  shows({
    words: 'network segment range show',
    summary: 'Display network segment range details',
    ...{ service, operation: networkSegmentRangeOperations.show },
    positionals: { range },
    request: async ({ range: called }, session) => ({
      path: { network_segment_range_id: await findId(session, segmentRangeKind, called) },
    }),
  }),
  does({
    words: 'network segment range set',
    summary: 'Set network segment range properties',
    ...{ service, operation: networkSegmentRangeOperations.update },
    positionals: { range },
    options: { ...{ minimum, maximum }, name: text('<name>', 'Set network segment name') },
    request: async ({ range: called, name, minimum: from, maximum: to }, session) => ({
      path: { network_segment_range_id: await findId(session, segmentRangeKind, called) },
      body: { network_segment_range: given({ name, minimum: from, maximum: to }) },
    }),
  }),
  deletes(
    'network segment range delete',
    'Delete network segment range(s)',
    segmentRangeKind,
    many('<network-segment-range>', 'Network segment range(s) to delete (name or ID)'),
  ),
]
