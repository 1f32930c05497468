import { ClipboardCopy, FormGroup } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { copyText } from '../api/copy-text.ts'

interface Props {
  readonly text: string | undefined
  /** What the command does, where there are several. */
  readonly label?: string
}

/** The equivalent CLI command, with a copy button. */
export const CommandHint = ({ text, label }: Props) => {
  const { t } = useTranslation()
  const said = label ?? t('shell.form.commandLine')
  if (text === undefined) return null
  return (
    <FormGroup label={said} role="group">
      <ClipboardCopy
        isReadOnly
        isCode
        hoverTip={t('shell.copy')}
        clickTip={t('shell.copied')}
        onCopy={(_, copied) => void copyText(String(copied))}
        textAriaLabel={said}
      >
        {text}
      </ClipboardCopy>
    </FormGroup>
  )
}
