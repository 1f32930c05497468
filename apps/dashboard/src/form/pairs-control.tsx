import { TextArea } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isItem } from '../panel/item.ts'

interface Props {
  readonly id: string
  readonly label: string
  readonly value: unknown
  set(value: unknown): void
}

const linesOf = (value: unknown): string =>
  isItem(value)
    ? Object.entries(value)
        .map(([name, each]) => `${name}=${String(each)}`)
        .join('\n')
    : ''

const pairOf = (line: string): readonly [string, string] => {
  const at = line.indexOf('=')
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}

/** Names with values, a line each: `rack=7`. */
export const PairsControl = ({ id, label, value, set }: Props) => {
  const { t } = useTranslation()
  const [text, setText] = useState(linesOf(value))
  const typed = (_: unknown, next: string) => {
    setText(next)
    const lines = next.split('\n').filter((line) => line.trim() !== '')
    set(Object.fromEntries(lines.map(pairOf).filter(([name]) => name !== '')))
  }
  return (
    <TextArea
      id={id}
      aria-label={label}
      placeholder={t('shell.form.pairPerLine')}
      resizeOrientation="vertical"
      rows={3}
      value={text}
      onChange={typed}
    />
  )
}
