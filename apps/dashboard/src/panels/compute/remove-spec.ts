import type { Operation } from '@nimbo/operation/operation'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem } from '../../panel/item.ts'

/** The operation, and its path parameters for the flavor or type (`owner`) and for the key of the spec. */
interface Named {
  readonly operation: Operation
  readonly owner: string
  readonly spec: string
  /** The attribute with the specs. */
  readonly specs?: string
  readonly command: string
}

/** Removes a spec of a flavor or a type; offered only if it has any. */
export const removeSpec = ({
  operation,
  owner,
  spec,
  specs = 'extra_specs',
  command,
}: Named): ActionSpec => ({
  id: 'remove-spec',
  operation,
  offered: ({ [specs]: all }) => isItem(all) && Object.keys(all).length > 0,
  form: {
    fields: [field('key', { as: 'text', required: true, option: 'property' })],
    path: ({ key }, { id }) => ({ [owner]: id, [spec]: key }),
    body: () => undefined,
    command,
  },
})
