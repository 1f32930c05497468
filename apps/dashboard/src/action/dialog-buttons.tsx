import { Button, ModalFooter } from '@patternfly/react-core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

interface Props extends Pick<ComponentProps<typeof Button>, 'type' | 'form' | 'variant' | 'onClick'> {
  readonly word: string
  /** While it is being done it cannot be asked for again. */
  readonly busy: boolean
  close(): void
}

/** The end of a dialog: do it, or leave it. */
export const DialogButtons = ({ word, busy, close, ...button }: Props) => {
  const { t } = useTranslation()
  return (
    <ModalFooter>
      <Button {...button} isLoading={busy} isDisabled={busy}>
        {word}
      </Button>
      <Button variant="link" onClick={close}>
        {t('shell.cancel')}
      </Button>
    </ModalFooter>
  )
}
