import type { ActionSpec } from '../panel/action-spec.ts'
import type { Panel } from '../panel/panel.ts'

/** The update form of a panel as an action; the form starts with the item's current values. */
export const updateOf = ({ update }: Panel): ActionSpec | undefined =>
  update && { id: 'update', operation: update.operation, form: update }
