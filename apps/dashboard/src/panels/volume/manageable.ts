import { type Item, textAt } from '../../panel/item.ts'
import { column } from '../../panel/column.ts'
import type { Hindrance } from '../../panel/action-spec.ts'
import type { Within } from '../../panel/within.ts'

/** What a back end shows of something that lies there. */
export const manageableColumns = [
  column('reference', { look: 'pairs' }),
  column('size', { look: 'gib' }),
  column('safe_to_manage', { look: 'yes' }),
  column('reason_not_safe', { label: 'status_reason' }),
  column('cinder_id', { label: 'resource_uuid', look: 'code' }),
] as const

/** What is a volume of the cloud already, or otherwise not to be had, is not taken. */
export const unlessSafe = (item: Item): Hindrance | undefined =>
  item.safe_to_manage === true
    ? undefined
    : { why: 'reason', values: { reason: textAt(item, 'reason_not_safe') } }

/** Of a list of one back end, which it is. */
export const hostOf = ({ query }: Within): unknown => query?.host

/** They have no id; how the back end calls them tells them apart. */
export const withReference = (item: Item): Item => ({ ...item, id: JSON.stringify(item.reference) })
