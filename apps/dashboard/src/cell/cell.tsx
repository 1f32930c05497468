import { LabelGroup, Label, Timestamp } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import type { Column } from '../panel/column.ts'
import type { Item } from '../panel/item.ts'
import { instantOf } from './readable.ts'
import { Reference } from './reference.tsx'
import { StatusLabel } from './status-label.tsx'
import { linesOf, shownOf, textOf } from './text-of.ts'

interface Props {
  readonly column: Column
  readonly item: Item
}

/**
 * The value of a column for an item, formatted by its `look`. Values are rendered as text and never as markup, so a name cannot
 * inject HTML.
 */
export const Cell = ({ column, item }: Props) => {
  const { t, i18n } = useTranslation()
  const value = shownOf(column, item)
  if (value === undefined || value === null || value === '') return '–'
  switch (column.look) {
    case 'status':
      return <StatusLabel status={String(value)} />
    case 'date': {
      const date = instantOf(String(value))
      if (Number.isNaN(date.getTime())) return String(value)
      return <Timestamp date={date} locale={i18n.language} dateFormat="medium" timeFormat="medium" />
    }
    case 'reference': {
      const ids = Array.isArray(value) ? value.map(String) : [String(value)]
      if (ids.length === 0) return '–'
      const to = typeof column.to === 'function' ? column.to(item) : column.to
      return (
        <>
          {ids.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Reference id={id} to={to} />
            </span>
          ))}
        </>
      )
    }
    case 'pairs':
    case 'list': {
      const lines = linesOf(column, value)
      if (lines.length === 0) return '–'
      return (
        <LabelGroup aria-label={t(`field.${column.label ?? column.name}`)} numLabels={4}>
          {lines.map((line) => (
            <Label isCompact key={line}>
              {line}
            </Label>
          ))}
        </LabelGroup>
      )
    }
    case 'code':
      return <code>{String(value)}</code>
    case 'text':
    case 'yes':
    case 'bytes':
    case 'mib':
    case 'gib':
    case 'addresses':
    case 'fixed-ips':
    case undefined:
      return textOf(column, value, t, i18n.language) || '–'
  }
}
