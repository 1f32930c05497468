import { type Item, textAt } from '../../panel/item.ts'
import { column } from '../../panel/column.ts'
import type { StateRefusal } from '../../panel/action-spec.ts'
import type { Within } from '../../panel/within.ts'

/** Columns of the volumes or snapshots on a back end that Cinder can manage. */
export const manageableColumns = [
  column('reference', { look: 'pairs' }),
  column('size', { look: 'gib' }),
  column('safe_to_manage', { look: 'yes' }),
  column('reason_not_safe', { label: 'status_reason' }),
  column('cinder_id', { label: 'resource_uuid', look: 'code' }),
] as const

/** Disables managing what Cinder already manages, or what is not safe to manage for another reason. */
export const unlessSafe = (item: Item): StateRefusal | undefined =>
  item.safe_to_manage === true
    ? undefined
    : { why: 'reason', values: { reason: textAt(item, 'reason_not_safe') } }

/** The host of the back end that a list is about. */
export const hostOf = ({ query }: Within): unknown => query?.host

/** Manageable volumes have no id: their reference on the back end is used as the key. */
export const withReference = (item: Item): Item => ({ ...item, id: JSON.stringify(item.reference) })
