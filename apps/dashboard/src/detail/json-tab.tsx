import { ClipboardCopyButton, CodeBlock, CodeBlockAction, CodeBlockCode } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../panel/item.ts'

/** An item as the API gave it. */
export const JsonTab = ({ item }: { readonly item: Item }) => {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const text = JSON.stringify(item, undefined, 2)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <CodeBlock
      actions={
        <CodeBlockAction>
          <ClipboardCopyButton
            id="copy-json"
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
