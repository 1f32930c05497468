import type { ActionSpec } from '../panel/action-spec.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { updateOf } from './update-action.ts'
import { AskDialog } from './ask-dialog.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import type { ActionDialogProps } from './dialog-props.ts'
import { EachDialog } from './each-dialog.tsx'
import { Immediately } from './immediately.tsx'
import { remove } from './perform.ts'

interface Props extends Omit<ActionDialogProps, 'action'> {
  readonly action: ActionSpec | 'update' | 'delete'
  afterDelete?(): void
}

/** The dialog of an action: a form, a confirmation, the confirmation of a deletion, or none when the action runs at once. */
export const ActionDialog = ({ panel, item, within, action, close, afterDelete }: Props) => {
  if (action === 'delete')
    return (
      <BatchDialog
        panel={panel}
        items={[item]}
        verb="delete"
        danger
        close={close}
        run={async (each) => {
          await remove(panel, each, within)
          afterDelete?.()
        }}
      />
    )
  const whole = action === 'update' ? updateOf(panel) : action
  if (whole === undefined) return null
  if (whole.onEach)
    return <EachDialog panel={panel} item={item} action={whole} onEach={whole.onEach} close={close} />
  if (whole.form) return <FormDialog panel={panel} item={item} within={within} action={whole} close={close} />
  if (whole.asks) return <AskDialog panel={panel} item={item} within={within} action={whole} close={close} />
  return <Immediately panel={panel} item={item} within={within} action={whole} close={close} />
}
