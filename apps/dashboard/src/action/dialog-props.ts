import type { ActionSpec } from '../panel/action-spec.ts'
import type { Item } from '../panel/item.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'

/** Props of a dialog: the action, its item, and the function that closes the dialog. */
export interface ActionDialogProps {
  readonly panel: Panel
  readonly item: Item
  readonly within: Within
  readonly action: ActionSpec
  close(): void
}
