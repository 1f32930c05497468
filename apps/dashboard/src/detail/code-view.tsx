import { ClipboardCopyButton, CodeBlock, CodeBlockAction, CodeBlockCode } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../api/copy-text.ts'

/** Shows source code, with a copy button. */
export const CodeView = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
  }
  return (
    <CodeBlock
      actions={
        <CodeBlockAction>
          <ClipboardCopyButton
            id="copy-code"
            aria-label={t('shell.copy')}
            variant="plain"
            onClick={() => void copy()}
            onTooltipHidden={() => setCopied(false)}
          >
            {t(copied ? 'shell.copied' : 'shell.copy')}
          </ClipboardCopyButton>
        </CodeBlockAction>
      }
    >
      <CodeBlockCode>{text}</CodeBlockCode>
    </CodeBlock>
  )
}
