import { mappingOperations as operations } from '@nimbo/contracts/identity/mappings'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { itemsIn } from '../../panel/reply-items.ts'
import type { Values } from '../../panel/values.ts'
import { identityPanel } from './identity-panel.ts'

const rules = field('rules', { as: 'file-text', required: true, option: false })

/** Parses the rules as JSON; the service refuses text that is not. */
const readRules = ({ rules: text }: Values): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return text
  }
}

/** Federation mappings, from the attributes of an identity provider to local users and groups. */
export const mappings = identityPanel({
  id: 'mappings',
  list: { operation: operations.list },
  show: { operation: operations.show, key: 'mapping' },
  columns: [
    column('id', { label: 'name' }),
    column('rules', { value: ({ rules: all }) => itemsIn(all).length }),
    column('schema_version', { label: 'version' }),
  ],
  filters: [{ name: 'id', byPage: true }],
  create: {
    ...{ operation: operations.create, key: 'mapping' },
    fields: [field('id', { as: 'text', label: 'name', required: true, option: false }), rules],
    path: ({ id }) => ({ mapping_id: id }),
    body: (values) => ({ mapping: { rules: readRules(values) } }),
  },
  actions: [
    {
      id: 'set-rules',
      operation: operations.update,
      form: { fields: [rules], body: (values) => ({ mapping: { rules: readRules(values) } }) },
    },
  ],
  remove: { operation: operations.delete, command: 'mapping delete' },
  command: 'mapping show',
})
