import { policyOperations as operations } from '@nimbo/contracts/identity/policies'
import type { Kind } from '../../cloud/find.ts'
import { given, rowAt, without } from '../../cloud/json-values.ts'
import { readText } from '../../cloud/read-text.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { flag, text } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'

const service = 'identity'
const policyKind: Kind = {
  ...{ service, list: operations.list, show: operations.show, remove: operations.delete, label: 'Policy' },
}

/** A policy for display, with `blob` shown as `rules`. */
const thing = (reply: Row): Row => {
  const policy = rowAt(reply, 'policy')
  return { ...without(policy, 'blob'), rules: policy.blob }
}

export const policyCommands = [
  shows({
    words: 'policy create',
    summary: 'Create new policy',
    ...{ service, operation: operations.create, thing },
    positionals: {
      rules: one('<filename>', 'File with the serialized rules, in the format of the service that uses them'),
    },
    options: { type: text('<type>', 'New MIME type of the rules (default: application/json)') },
    request: async ({ rules, type = 'application/json' }) => ({
      body: { policy: { type, blob: await readText(rules) } },
    }),
  }),
  lists({
    words: 'policy list',
    summary: 'List policies',
    ...{ service, operation: operations.list },
    options: { long: flag('List additional fields in output') },
    columns: ({ long }) => ({ ID: 'id', Type: 'type', ...(long && { Rules: 'blob' }) }),
  }),
  shows({
    words: 'policy show',
    summary: 'Display policy details',
    ...{ service, operation: operations.show, thing },
    positionals: { policy: one('<policy>', 'Policy to display (ID)') },
    request: ({ policy }) => ({ path: { policy_id: policy } }),
  }),
  does({
    words: 'policy set',
    summary: 'Set policy properties',
    ...{ service, operation: operations.update },
    positionals: { policy: one('<policy>', 'Policy to modify (ID)') },
    options: {
      type: text('<type>', 'New MIME type of the rules'),
      rules: text('<filename>', 'File with the new rules'),
    },
    request: async ({ policy, type, rules }) => ({
      path: { policy_id: policy },
      body: { policy: given({ type, blob: rules === undefined ? undefined : await readText(rules) }) },
    }),
  }),
  deletes('policy delete', 'Delete policy(s)', policyKind, many('<policy>', 'Policy(s) to delete (ID)')),
]
