import { type NetworkType, networkTypes } from '@nimbo/contracts/network/network'
import { segmentOperations } from '@nimbo/contracts/network/segment'
import { CliError } from '../../cloud/cli-error.ts'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { flag, integer, requiredText, text } from '../../grammar/option.ts'
import { networkKind, segmentKind } from './network-kinds.ts'

const service = 'network'
const segment = one('<network-segment>', 'Network segment (name or ID)')
const description = text('<description>', 'Description of the network segment')

const typeCalled = (name: string): NetworkType => {
  const type = networkTypes.find((each) => each === name)
  if (!type) throw new CliError(`'${name}' is not a network type; use one of: ${networkTypes.join(', ')}.`)
  return type
}

const columns = {
  created_at: 'created_at',
  description: 'description',
  id: 'id',
  name: 'name',
  network_id: 'network_id',
  network_type: 'network_type',
  physical_network: 'physical_network',
  revision_number: 'revision_number',
  segmentation_id: 'segmentation_id',
  updated_at: 'updated_at',
}

export const networkSegmentCommands = [
  shows({
    words: 'network segment create',
    summary: 'Create new network segment',
    ...{ service, operation: segmentOperations.create, columns },
    positionals: { name: one('<name>', 'New network segment name') },
    options: {
      description,
      network: requiredText('<network>', 'Network this network segment belongs to (name or ID)'),
      networkType: requiredText(
        '<network-type>',
        'Network type of the segment: flat, geneve, local, vlan or vxlan',
      ),
      physicalNetwork: text('<physical-network-name>', 'Physical network name of this network segment'),
      segment: integer('<segment>', 'Segment identifier for this network segment'),
    },
    request: async (
      { name, description: said, network, networkType, physicalNetwork, segment: number },
      session,
    ) => ({
      body: {
        segment: given({
          ...{ name, description: said, network_type: typeCalled(networkType) },
          ...{ physical_network: physicalNetwork, segmentation_id: number },
          network_id: await findId(session, networkKind, network),
        }),
      },
    }),
  }),
  lists({
    words: 'network segment list',
    summary: 'List network segments',
    ...{ service, operation: segmentOperations.list },
    options: {
      network: text('<network>', 'List only segments of this network (name or ID)'),
      long: flag('List additional fields in output'),
    },
    request: async ({ network }, session) => ({
      query: given({ network_id: await findOptionalId(session, networkKind, network) }),
    }),
    columns: ({ long }) => ({
      ID: 'id',
      Name: 'name',
      Network: 'network_id',
      'Network Type': 'network_type',
      Segment: 'segmentation_id',
      ...(long && { 'Physical Network': 'physical_network' }),
    }),
  }),
  shows({
    words: 'network segment show',
    summary: 'Display network segment details',
    ...{ service, operation: segmentOperations.show, columns },
    positionals: { segment },
    request: async ({ segment: called }, session) => ({
      path: { segment_id: await findId(session, segmentKind, called) },
    }),
  }),
  does({
    words: 'network segment set',
    summary: 'Set network segment properties',
    ...{ service, operation: segmentOperations.update },
    positionals: { segment },
    options: { name: text('<name>', 'Set network segment name'), description },
    request: async ({ segment: called, name, description: said }, session) => ({
      path: { segment_id: await findId(session, segmentKind, called) },
      body: { segment: given({ name, description: said }) },
    }),
  }),
  deletes(
    'network segment delete',
    'Delete network segment(s)',
    segmentKind,
    many('<network-segment>', 'Network segment(s) to delete (name or ID)'),
  ),
]
