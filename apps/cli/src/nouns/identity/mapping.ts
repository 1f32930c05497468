import { mappingOperations as operations } from '@nimbo/contracts/identity/mappings'
import type { Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { readJsonFile, readOptionalJsonFile } from '../../cloud/read-json.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { requiredText, text } from '../../grammar/option.ts'

const service = 'identity'
const mappingKind: Kind = {
  ...{ service, list: operations.list, show: operations.show, remove: operations.delete, label: 'Mapping' },
}
const schemaVersion = text('<version>', 'Version of the schema of the rules: 1.0 or 2.0')

export const mappingCommands = [
  shows({
    words: 'mapping create',
    summary: 'Create new mapping',
    ...{ service, operation: operations.create },
    positionals: { mapping: one('<name>', 'New mapping name (must be unique)') },
    options: { rules: requiredText('<filename>', 'File with the rules, in JSON'), schemaVersion },
    request: async ({ mapping, rules, schemaVersion: schema_version }) => ({
      path: { mapping_id: mapping },
      body: { mapping: given({ rules: await readJsonFile(rules), schema_version }) },
    }),
  }),
  lists({
    words: 'mapping list',
    summary: 'List mappings',
    ...{ service, operation: operations.list },
    columns: { ID: 'id', 'Schema Version': 'schema_version' },
  }),
  shows({
    words: 'mapping show',
    summary: 'Display mapping details',
    ...{ service, operation: operations.show },
    positionals: { mapping: one('<mapping>', 'Mapping to display') },
    request: ({ mapping }) => ({ path: { mapping_id: mapping } }),
  }),
  does({
    words: 'mapping set',
    summary: 'Set mapping properties',
    ...{ service, operation: operations.update },
    positionals: { mapping: one('<name>', 'Mapping to modify') },
    options: { rules: text('<filename>', 'File with the new rules, in JSON'), schemaVersion },
    request: async ({ mapping, rules, schemaVersion: schema_version }) => ({
      path: { mapping_id: mapping },
      body: { mapping: given({ rules: await readOptionalJsonFile(rules), schema_version }) },
    }),
  }),
  deletes('mapping delete', 'Delete mapping(s)', mappingKind, many('<mapping>', 'Mapping(s) to delete')),
]
