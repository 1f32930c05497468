import type { ActionSpec } from '../panel/action-spec.ts'
import type { Item } from '../panel/item.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'

/** What is done to which item, and how the question about it goes away. */
export interface ActionDialogProps {
  readonly panel: Panel
  readonly item: Item
  readonly within: Within
  readonly action: ActionSpec
  close(): void
}
