import type { ActionSpec, StateRefusal } from '../panel/action-spec.ts'
import type { Item } from '../panel/item.ts'
import { keyOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { keyInPath } from '../api/path-parameter.ts'
import { ownerOf, useForbidden } from './use-allowed.ts'

/** An entry of an item's action menu. */
export interface Entry {
  readonly id: string
  readonly hindrance: StateRefusal | undefined
  readonly danger: boolean
  readonly action: ActionSpec | 'update' | 'delete'
}

const entry = (panel: Panel, item: Item, action: ActionSpec | 'update' | 'delete'): Entry => {
  if (action === 'update') return { id: 'update', hindrance: undefined, danger: false, action }
  if (action === 'delete')
    return { id: 'delete', hindrance: panel.remove?.hindered?.(item), danger: true, action }
  return { id: action.id, hindrance: action.hindered?.(item), danger: false, action }
}

/**
 * The entries of an item's action menu: without those that policy forbids, and with the reason for those that are disabled by the
 * item's state.
 */
export const useEntries = (panel: Panel, item: Item, within: Within, wanted: boolean): readonly Entry[] => {
  const actions = (panel.actions ?? []).filter(({ offered }) => offered?.(item) ?? true)
  const path = (operation: { readonly path: string }) => ({
    ...within.path,
    ...keyInPath(panel, operation, keyOf(panel, item)),
  })
  const forbidden = useForbidden(
    [
      ...actions.map(({ operation, api, body, path: own }) => ({
        ...{ api: api ?? panel.api, operation, path: { ...path(operation), ...own?.(item) } },
        ...(body ? { body: body(item) } : {}),
      })),
      ...(panel.update
        ? [{ api: panel.api, operation: panel.update.operation, path: path(panel.update.operation) }]
        : []),
      ...(panel.remove
        ? [
            {
              ...{ api: panel.api, operation: panel.remove.operation },
              path: { ...path(panel.remove.operation), ...panel.remove.path?.(item) },
              ...(panel.remove.body ? { body: panel.remove.body(item) } : {}),
            },
          ]
        : []),
    ],
    wanted,
    ownerOf(item),
  )
  return [
    ...(panel.update && !forbidden.has(panel.update.operation.id) ? [entry(panel, item, 'update')] : []),
    ...actions
      .filter(({ operation }) => !forbidden.has(operation.id))
      .map((each) => entry(panel, item, each)),
    ...(panel.remove && !forbidden.has(panel.remove.operation.id) ? [entry(panel, item, 'delete')] : []),
  ]
}
