import { TextArea } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly id: string
  readonly label: string
  readonly value: unknown
  set(value: unknown): void
}

/** Several texts, a line each. */
export const ListControl = ({ id, label, value, set }: Props) => {
  const { t } = useTranslation()
  const [text, setText] = useState(Array.isArray(value) ? value.map(String).join('\n') : '')
  const typed = (_: unknown, next: string) => {
    setText(next)
    const lines = next.split('\n').map((line) => line.trim())
    set(lines.filter((line) => line !== ''))
  }
  return (
    <TextArea
      id={id}
      aria-label={label}
      placeholder={t('shell.form.perLine')}
      resizeOrientation="vertical"
      rows={3}
      value={text}
      onChange={typed}
    />
  )
}
