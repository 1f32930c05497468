import { Button, ModalFooter } from '@patternfly/react-core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

interface Props extends Pick<ComponentProps<typeof Button>, 'type' | 'form' | 'variant' | 'onClick'> {
  readonly word: string
  /** Whether the request is running: the button is then disabled. */
  readonly busy: boolean
  /** Whether the action is impossible: the dialog shows why, and the button is disabled. */
  readonly hindered?: boolean
  close(): void
}

/** The footer of a dialog: the action button, and "Cancel". */
export const DialogButtons = ({ word, busy, hindered = false, close, ...button }: Props) => {
  const { t } = useTranslation()
  return (
    <ModalFooter>
      <Button {...button} isLoading={busy} isDisabled={busy || hindered}>
        {word}
      </Button>
      <Button variant="link" onClick={close}>
        {t('shell.cancel')}
      </Button>
    </ModalFooter>
  )
}
