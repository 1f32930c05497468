import { meteringLabelOperations, meteringLabelRuleOperations } from '@nimbo/contracts/network/metering-label'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, lists, shows } from '../../grammar/declared.ts'
import { either, text } from '../../grammar/option.ts'
import { meterKind, meterRuleKind, projectIn, projectOptions } from './network-kinds.ts'

const service = 'network'
const meter = one('<meter>', 'Meter (name or ID)')
const prefix = (help: string) => text('<cidr>', help)

export const networkMeterCommands = [
  shows({
    words: 'network meter create',
    summary: 'Create network meter',
    ...{ service, operation: meteringLabelOperations.create },
    positionals: { name: one('<name>', 'Name of meter') },
    options: {
      description: text('<description>', 'Description of the meter'),
      share: either(
        { '--share': true, '--no-share': false },
        'Whether the meter counts the traffic of all projects',
      ),
      ...projectOptions,
    },
    request: async ({ name, description, share: shared, ...asked }, session) => ({
      body: {
        metering_label: given({
          ...{ name, description, shared },
          project_id: await projectIn(session, asked),
        }),
      },
    }),
  }),
  lists({
    words: 'network meter list',
    summary: 'List network meters',
    ...{ service, operation: meteringLabelOperations.list },
    columns: { ID: 'id', Name: 'name', Description: 'description', Shared: 'shared' },
  }),
  shows({
    words: 'network meter show',
    summary: 'Show network meter',
    ...{ service, operation: meteringLabelOperations.show },
    positionals: { meter },
    request: async ({ meter: called }, session) => ({
      path: { metering_label_id: await findId(session, meterKind, called) },
    }),
  }),
  deletes(
    'network meter delete',
    'Delete network meter',
    meterKind,
    many('<meter>', 'Meter(s) to delete (name or ID)'),
  ),
]

export const networkMeterRuleCommands = [
  shows({
    words: 'network meter rule create',
    summary: 'Create a new meter rule',
    ...{ service, operation: meteringLabelRuleOperations.create },
    positionals: { meter },
    options: {
      excluded: either(
        { '--exclude': true, '--include': false },
        'Exclude matching traffic from the count, or include it (default)',
      ),
      direction: either(
        { '--ingress': 'ingress', '--egress': 'egress' },
        'Direction of the traffic (default: ingress)',
      ),
      remoteIpPrefix: prefix('Remote IP addresses to match (CIDR)'),
      sourceIpPrefix: prefix('Source IP addresses to match (CIDR)'),
      destinationIpPrefix: prefix('Destination IP addresses to match (CIDR)'),
    },
    request: async ({ meter: called, excluded, direction, ...asked }, session) => ({
      body: {
        metering_label_rule: given({
          ...{ excluded, direction, remote_ip_prefix: asked.remoteIpPrefix },
          source_ip_prefix: asked.sourceIpPrefix,
          destination_ip_prefix: asked.destinationIpPrefix,
          metering_label_id: await findId(session, meterKind, called),
        }),
      },
    }),
  }),
  lists({
    words: 'network meter rule list',
    summary: 'List meter rules',
    ...{ service, operation: meteringLabelRuleOperations.list },
    columns: {
      ID: 'id',
      Excluded: 'excluded',
      Direction: 'direction',
      'Remote IP Prefix': 'remote_ip_prefix',
      'Source IP Prefix': 'source_ip_prefix',
      'Destination IP Prefix': 'destination_ip_prefix',
    },
  }),
  shows({
    words: 'network meter rule show',
    summary: 'Display meter rules details',
    ...{ service, operation: meteringLabelRuleOperations.show },
    positionals: { rule: one('<meter-rule-id>', 'Meter rule (ID only)') },
    request: ({ rule: metering_label_rule_id }) => ({ path: { metering_label_rule_id } }),
  }),
  deletes(
    'network meter rule delete',
    'Delete meter rule(s)',
    meterRuleKind,
    many('<meter-rule-id>', 'Meter rule(s) to delete (ID only)'),
  ),
]
