import type { ActionSpec } from '../panel/action-spec.ts'
import type { Panel } from '../panel/panel.ts'

/** The change of an item's own attributes, as an action: its form begins with what they are. */
export const updateOf = ({ update }: Panel): ActionSpec | undefined =>
  update && { id: 'update', operation: update.operation, form: update }
