import { Button, ClipboardCopy, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { copyText } from '../api/copy-text.ts'

interface Props {
  readonly title: string
  readonly text: string
  readonly about?: string
  close(): void
}

/** Shows a reply for copying; some replies, such as secrets, are shown only once. */
export const ReplyDialog = ({ title, text, about, close }: Props) => {
  const { t } = useTranslation()
  return (
    <Modal isOpen onClose={close} variant="medium" aria-labelledby="reply-title">
      <ModalHeader title={title} labelId="reply-title" description={about} />
      <ModalBody>
        <ClipboardCopy
          isReadOnly
          isCode
          isExpanded
          variant={text.includes('\n') ? 'expansion' : 'inline'}
          hoverTip={t('shell.copy')}
          clickTip={t('shell.copied')}
          onCopy={(_, copied) => void copyText(String(copied))}
        >
          {text}
        </ClipboardCopy>
      </ModalBody>
      <ModalFooter>
        <Button onClick={close}>{t('shell.done')}</Button>
      </ModalFooter>
    </Modal>
  )
}
