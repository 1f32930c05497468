import { Title } from '@patternfly/react-core'
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table'
import { useTranslation } from 'react-i18next'
import { isItem, type Item, textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'

interface Section {
  readonly title: string
  readonly members: unknown
  readonly columns: readonly string[]
}

const said = (member: Item, name: string): string => {
  const value = member[name]
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const Members = ({ title, members, columns }: Section) => {
  const { t } = useTranslation()
  if (!isItem(members) || Object.keys(members).length === 0) return null
  return (
    <>
      <Title headingLevel="h2">{title}</Title>
      <Table variant="compact" aria-label={title}>
        <Thead>
          <Tr>
            <Th>{t('field.name')}</Th>
            {columns.map((name) => (
              <Th key={name}>{t(`field.${name}`)}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {Object.entries(members).map(([name, member]) => (
            <Tr key={name}>
              <Td dataLabel={t('field.name')}>
                <code>{name}</code>
              </Td>
              {columns.map((each) => (
                <Td key={each} dataLabel={t(`field.${each}`)}>
                  {isItem(member) ? said(member, each) : ''}
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  )
}

/** The properties and attributes of a resource type. */
export const TypeProperties = ({ item }: TabProps) => {
  const { t } = useTranslation()
  return (
    <>
      <p>{textAt(item, 'description')}</p>
      <Members
        title={t('tab.properties')}
        members={item.properties}
        columns={['type', 'required', 'default', 'constraints', 'description']}
      />
      <Members title={t('field.attributes')} members={item.attributes} columns={['type', 'description']} />
    </>
  )
}
