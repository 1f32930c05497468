import type { Operation } from '@nimbo/operation/operation'
import { clientOf } from '../api/api-clients.ts'
import { pathOf } from '../api/items.ts'
import { keyInPath } from '../api/path-parameter.ts'
import type { ActionSpec } from '../panel/action-spec.ts'
import type { Values } from '../panel/values.ts'
import type { Item } from '../panel/item.ts'
import { keyOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'

/** Path parameters of an operation on an item: the last one is the item's key unless `given` overrides it. */
const pathFor = (panel: Panel, item: Item, operation: Operation, within: Within, given: Values | undefined) =>
  pathOf({ ...within.path, ...keyInPath(panel, operation, keyOf(panel, item)), ...given })

/** Performs an action on an item; returns the body of the reply. */
export const perform = async (
  panel: Panel,
  action: ActionSpec,
  item: Item,
  within: Within,
  values?: Values,
): Promise<unknown> => {
  const { operation, form } = action
  const path = pathFor(
    panel,
    item,
    operation,
    within,
    form?.path?.(values ?? {}, item) ?? action.path?.(item),
  )
  const given = form?.body
    ? form.body(values ?? {}, item, within)
    : values && form?.key
      ? { [form.key]: values }
      : values
  const body = given ?? action.body?.(item)
  const { body: reply } = await clientOf(action.api ?? panel.api).perform(operation, {
    path,
    ...(body === undefined ? {} : { body }),
    ...(form?.query ? { query: form.query(values ?? {}) } : {}),
    headers: { ...action.headers, ...form?.headers?.(values ?? {}, item, within) },
  })
  return reply
}

/** Deletes an item. */
export const remove = async (panel: Panel, item: Item, within: Within): Promise<void> => {
  if (panel.remove === undefined) return
  const { operation, path, body } = panel.remove
  await clientOf(panel.api).perform(operation, {
    path: pathFor(panel, item, operation, within, path?.(item)),
    ...(body ? { body: body(item) } : {}),
  })
}
