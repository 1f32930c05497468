import { Form, Modal, ModalBody, ModalHeader } from '@patternfly/react-core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../action/dialog-buttons.tsx'
import type { ActionDialogProps } from '../action/dialog-props.ts'
import { ReplyDialog } from '../action/reply-dialog.tsx'
import { usePerform } from '../action/use-perform.ts'
import type { ActionSpec } from '../panel/action-spec.ts'
import { keyOf, labelOf } from '../panel/panel.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { commandLine } from './command-line.ts'
import { CommandHint } from './command-hint.tsx'
import { Fields } from './fields.tsx'
import { askedFields, useForm } from './form-state.ts'
import { changesIn, initialOf } from './initial-of.ts'

/** The form of an action on an item. */
export const FormDialog = ({ panel, item, within, action, close }: ActionDialogProps) => {
  const { t } = useTranslation()
  const { mutate, isPending, error, data } = usePerform(panel, action, item, within)
  const spec: NonNullable<ActionSpec['form']> = action.form ?? { fields: [] }
  const asked = askedFields(action.operation, spec)
  // As the user saw it: what others change meanwhile is not a change of this form.
  const [initial] = useState(() => (action.id === 'update' || spec.prefilled ? initialOf(asked, item) : {}))
  const form = useForm(asked, initial)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const values = form.finish()
    if (values === undefined) return
    const sent = action.id === 'update' ? changesIn(form.values, initial) : values
    mutate(sent, { onSuccess: () => action.shows || close() })
  }
  if (data !== undefined && action.shows)
    return <ReplyDialog title={t(`action.${action.id}`)} text={action.shows(data)} close={close} />
  return (
    <Modal
      isOpen
      onClose={close}
      variant="medium"
      aria-labelledby="form-title"
      elementToFocus="#action-form :is(input, select, textarea)"
    >
      <ModalHeader title={t(`action.${action.id}`)} description={labelOf(panel, item)} labelId="form-title" />
      <ModalBody>
        <Form id="action-form" onSubmit={send}>
          {error && <ProblemAlert error={error} />}
          <Fields form={form} />
          <CommandHint text={commandLine(spec, form.values, keyOf(panel, item))} />
        </Form>
      </ModalBody>
      <DialogButtons
        word={t(`action.${action.id}`)}
        busy={isPending}
        close={close}
        type="submit"
        form="action-form"
      />
    </Modal>
  )
}
