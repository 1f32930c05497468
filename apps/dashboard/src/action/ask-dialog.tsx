import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../panel/panel.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import type { ActionDialogProps } from './dialog-props.ts'
import { usePerform } from './use-perform.ts'

/** Asks for confirmation before an action that the user may regret. */
export const AskDialog = ({ panel, item, within, action, close }: ActionDialogProps) => {
  const { t } = useTranslation()
  const { mutate, isPending, error } = usePerform(panel, action, item, within)
  const word = t(`action.${action.id}`)
  return (
    <Modal isOpen onClose={close} variant="small" aria-labelledby="ask-title">
      <ModalHeader title={word} labelId="ask-title" />
      <ModalBody>
        <p>{t('shell.ask', { action: word, name: labelOf(panel, item) })}</p>
        {error && <ProblemAlert error={error} />}
      </ModalBody>
      <DialogButtons
        word={word}
        busy={isPending}
        close={close}
        onClick={() => mutate(undefined, { onSuccess: close })}
      />
    </Modal>
  )
}
