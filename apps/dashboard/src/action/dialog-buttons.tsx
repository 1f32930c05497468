import { Button, ModalFooter } from '@patternfly/react-core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

interface Props extends Pick<ComponentProps<typeof Button>, 'type' | 'form' | 'variant' | 'onClick'> {
  readonly word: string
  /** While it is being done it cannot be asked for again. */
  readonly busy: boolean
  /** It cannot be done now: the dialog says why. */
  readonly hindered?: boolean
  close(): void
}

/** The end of a dialog: do it, or leave it. */
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
