import {
  ClipboardCopy,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { copyText } from '../api/copy-text.ts'
import { Cell } from '../cell/cell.tsx'
import { shownOf } from '../cell/text-of.ts'
import { type Column, column } from '../panel/column.ts'
import type { TabProps } from '../panel/panel.ts'

const ids = ['id', 'fingerprint', 'checksum']

const isThere = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** The details of an item: its id, and the columns and `details` of its panel that have a value. */
export const Overview = ({ panel, item }: TabProps) => {
  const { t } = useTranslation()
  const named = [...panel.columns, ...(panel.details ?? [])]
  const first: readonly Column[] =
    'id' in item && !named.some(({ name }) => name === 'id') ? [column('id')] : []
  const columns = [...first, ...named].filter((each) => isThere(shownOf(each, item)))
  return (
    <DescriptionList isHorizontal isCompact columnModifier={{ default: '1Col', xl: '2Col' }}>
      {columns.map((each) => (
        <DescriptionListGroup key={each.name}>
          <DescriptionListTerm>{t(`field.${each.label ?? each.name}`)}</DescriptionListTerm>
          <DescriptionListDescription>
            {ids.includes(each.name) ? (
              <ClipboardCopy
                isReadOnly
                variant="inline-compact"
                hoverTip={t('shell.copy')}
                clickTip={t('shell.copied')}
                onCopy={(_, copied) => void copyText(String(copied))}
              >
                {String(shownOf(each, item))}
              </ClipboardCopy>
            ) : (
              <Cell column={each} item={item} />
            )}
          </DescriptionListDescription>
        </DescriptionListGroup>
      ))}
    </DescriptionList>
  )
}
