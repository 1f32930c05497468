import { qosPolicyOperations } from '@nimbo/contracts/network/qos-policy'
import { listRuleTypes, showRuleType } from '@nimbo/contracts/network/qos-rule-types'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { projectIn, projectOptions, qosPolicyKind } from './network-kinds.ts'

const service = 'network'
const policy = one('<qos-policy>', 'QoS policy (name or ID)')
const attributes = {
  description: text('<description>', 'Description of the QoS policy'),
  share: either(
    { '--share': true, '--no-share': false },
    'Whether the QoS policy is shared with all projects',
  ),
  isDefault: either(
    { '--default': true, '--no-default': false },
    'Whether it is the default QoS policy of new networks in the project',
  ),
}

export const networkQosPolicyCommands = [
  shows({
    words: 'network qos policy create',
    summary: 'Create a QoS policy',
    ...{ service, operation: qosPolicyOperations.create },
    positionals: { name: one('<name>', 'New QoS policy name') },
    options: { ...attributes, ...projectOptions },
    request: async ({ name, description, share: shared, isDefault, ...asked }, session) => ({
      body: {
        policy: given({
          ...{ name, description, shared, is_default: isDefault },
          project_id: await projectIn(session, asked),
        }),
      },
    }),
  }),
  lists({
    words: 'network qos policy list',
    summary: 'List QoS policies',
    ...{ service, operation: qosPolicyOperations.list },
    options: {
      share: either(
        { '--share': true, '--no-share': false },
        'List only shared, or only non-shared, QoS policies',
      ),
      ...projectOptions,
    },
    request: async ({ share: shared, ...asked }, session) => ({
      query: given({ shared, project_id: await projectIn(session, asked) }),
    }),
    columns: { ID: 'id', Name: 'name', Shared: 'shared', Default: 'is_default', Project: 'project_id' },
  }),
  shows({
    words: 'network qos policy show',
    summary: 'Display QoS policy details',
    ...{ service, operation: qosPolicyOperations.show },
    positionals: { policy },
    request: async ({ policy: called }, session) => ({
      path: { policy_id: await findId(session, qosPolicyKind, called) },
    }),
  }),
  does({
    words: 'network qos policy set',
    summary: 'Set QoS policy properties',
    ...{ service, operation: qosPolicyOperations.update },
    positionals: { policy },
    options: { ...attributes, name: text('<name>', 'Set QoS policy name') },
    request: async ({ policy: called, name, description, share: shared, isDefault }, session) => ({
      path: { policy_id: await findId(session, qosPolicyKind, called) },
      body: { policy: given({ name, description, shared, is_default: isDefault }) },
    }),
  }),
  deletes(
    'network qos policy delete',
    'Delete Qos Policy(s)',
    qosPolicyKind,
    many('<qos-policy>', 'QoS policy(s) to delete (name or ID)'),
  ),
]

export const networkQosRuleTypeCommands = [
  lists({
    words: 'network qos rule type list',
    summary: 'List QoS rule types',
    ...{ service, operation: listRuleTypes },
    options: {
      allSupported: flag('List only rule types that at least one driver supports'),
      allRules: flag('List all known rule types, supported or not'),
    },
    request: ({ allSupported, allRules }) => ({
      query: given({
        all_supported: allSupported ? 'true' : undefined,
        all_rules: allRules ? 'true' : undefined,
      }),
    }),
    columns: { Type: 'type' },
  }),
  shows({
    words: 'network qos rule type show',
    summary: 'Show details about supported QoS rule type',
    ...{ service, operation: showRuleType },
    positionals: { type: one('<qos-rule-type-name>', 'Name of QoS rule type') },
    request: ({ type: rule_type }) => ({ path: { rule_type } }),
  }),
]
