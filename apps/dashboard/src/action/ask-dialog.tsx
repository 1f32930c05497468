import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import type { ActionSpec } from '../panel/action-spec.ts'
import type { Item } from '../panel/item.ts'
import { nameOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { usePerform } from './use-perform.ts'

interface Props {
  readonly panel: Panel
  readonly item: Item
  readonly within: Within
  readonly action: ActionSpec
  close(): void
}

/** Asks for a yes before an action that people may regret. */
export const AskDialog = ({ panel, item, within, action, close }: Props) => {
  const { t } = useTranslation()
  const { mutate, isPending, error } = usePerform(panel, action, item, within)
  const word = t(`action.${action.id}`)
  return (
    <Modal isOpen onClose={close} variant="small" aria-labelledby="ask-title">
      <ModalHeader title={word} labelId="ask-title" />
      <ModalBody>
        <p>{t('shell.ask', { action: word, name: nameOf(item) })}</p>
        {error && <ProblemAlert error={error} />}
      </ModalBody>
      <ModalFooter>
        <Button
          isLoading={isPending}
          isDisabled={isPending}
          onClick={() => mutate(undefined, { onSuccess: close })}
        >
          {word}
        </Button>
        <Button variant="link" onClick={close}>
          {t('shell.cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  )
}
