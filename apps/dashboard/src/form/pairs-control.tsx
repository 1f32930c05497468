import { useTranslation } from 'react-i18next'
import { isItem } from '../panel/item.ts'
import { LinesControl } from './lines-control.tsx'
import type { ValueProps } from './value-props.ts'

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

/** Names with values, one pair per line: `rack=7`. */
export const PairsControl = ({ id, label, value, set }: ValueProps) => {
  const { t } = useTranslation()
  const keep = (lines: readonly string[]) =>
    set(Object.fromEntries(lines.map(pairOf).filter(([name]) => name !== '')))
  return (
    <LinesControl {...{ id, label }} initial={linesOf(value)} set={keep} hint={t('shell.form.pairPerLine')} />
  )
}
