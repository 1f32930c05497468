import { Button, EmptyState } from '@patternfly/react-core'
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table'
import { useTranslation } from 'react-i18next'
import { download } from '../api/download.ts'
import { csvOf } from '../list/csv.ts'

interface Props {
  /** Name of the CSV file, without its extension. */
  readonly name: string
  readonly title: string
  /** Translation keys of the columns: `field.<column>`. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A table of amounts, with CSV export. */
export const AmountTable = ({ name, title, columns, rows }: Props) => {
  const { t } = useTranslation()
  if (rows.length === 0)
    return <EmptyState variant="sm" headingLevel="h3" titleText={t('shell.list.empty', { kind: title })} />
  const head = columns.map((column) => t(`field.${column}`))
  const keep = () => download(`${name}.csv`, csvOf([head, ...rows]), 'text/csv;charset=utf-8')
  return (
    <>
      <Table variant="compact" aria-label={title}>
        <Thead>
          <Tr>
            {head.map((word) => (
              <Th key={word}>{word}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <Tr key={row.join(' ')}>
              {row.map((text, index) => (
                <Td key={columns[index]} dataLabel={head[index] ?? ''}>
                  {text}
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
      <Button variant="link" onClick={keep}>
        {t('shell.list.csv')}: {title}
      </Button>
    </>
  )
}
