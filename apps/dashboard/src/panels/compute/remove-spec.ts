import type { Operation } from '@nimbo/operation/operation'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem } from '../../panel/item.ts'

/** The path parameters of the thing that has the specs, and of the spec. */
interface Named {
  readonly operation: Operation
  readonly owner: string
  readonly spec: string
  readonly command: string
}

/** Takes a spec away from a flavor or a type; shown only if it has any. */
export const removeSpec = ({ operation, owner, spec, command }: Named): ActionSpec => ({
  id: 'remove-spec',
  operation,
  offered: ({ extra_specs }) => isItem(extra_specs) && Object.keys(extra_specs).length > 0,
  form: {
    fields: [field('key', { as: 'text', required: true, option: 'property' })],
    path: ({ key }, { id }) => ({ [owner]: id, [spec]: key }),
    body: () => undefined,
    command,
  },
})
