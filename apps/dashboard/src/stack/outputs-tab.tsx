import { EmptyState } from '@patternfly/react-core'
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table'
import { useTranslation } from 'react-i18next'
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { itemsIn } from '../panel/reply-items.ts'

const readable = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

/** The outputs of a stack. */
export const OutputsTab = ({ item }: TabProps) => {
  const { t } = useTranslation()
  const outputs = itemsIn(item.outputs)
  const title = t('tab.outputs')
  if (outputs.length === 0)
    return <EmptyState variant="sm" headingLevel="h2" titleText={t('shell.list.empty', { kind: title })} />
  return (
    <Table variant="compact" aria-label={title}>
      <Thead>
        <Tr>
          {['name', 'output_value', 'description'].map((name) => (
            <Th key={name}>{t(`field.${name}`)}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {outputs.map((output) => (
          <Tr key={textAt(output, 'output_key')}>
            <Td dataLabel={t('field.name')}>{textAt(output, 'output_key')}</Td>
            <Td dataLabel={t('field.output_value')}>
              <code className="code-lines">
                {textAt(output, 'output_error') || readable(output.output_value)}
              </code>
            </Td>
            <Td dataLabel={t('field.description')}>{textAt(output, 'description')}</Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
