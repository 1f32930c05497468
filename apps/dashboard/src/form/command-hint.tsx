import { ClipboardCopy, FormGroup } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'

/** The equivalent CLI command, with a copy button. */
export const CommandHint = ({ text }: { readonly text: string | undefined }) => {
  const { t } = useTranslation()
  if (text === undefined) return null
  return (
    <FormGroup label={t('shell.form.commandLine')} role="group">
      <ClipboardCopy
        isReadOnly
        isCode
        hoverTip={t('shell.copy')}
        clickTip={t('shell.copied')}
        textAriaLabel={t('shell.form.commandLine')}
      >
        {text}
      </ClipboardCopy>
    </FormGroup>
  )
}
