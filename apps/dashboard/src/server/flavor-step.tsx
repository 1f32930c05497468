import { Flex, FlexItem, Skeleton } from '@patternfly/react-core'
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table'
import { useTranslation } from 'react-i18next'
import { readableBytes } from '../cell/readable.ts'
import { textAt } from '../panel/item.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { QuotaPreview } from './quota-preview.tsx'
import type { DraftProps } from './server-draft.ts'
import { useFlavors } from './use-flavors.ts'

/** Wizard step: flavor, beside the quota usage. */
export const FlavorStep = ({ draft, change }: DraftProps) => {
  const { t } = useTranslation()
  const { data, error } = useFlavors()
  if (error) return <ProblemAlert error={error} />
  if (data === undefined) return <Skeleton height="12rem" screenreaderText={t('shell.loading')} />
  return (
    <Flex alignItems={{ default: 'alignItemsFlexStart' }}>
      <FlexItem grow={{ default: 'grow' }}>
        <Table variant="compact" aria-label={t('panel.flavors.many')}>
          <Thead>
            <Tr>
              <Th screenReaderText={t('shell.form.choose')} />
              {['name', 'vcpus', 'ram', 'disk'].map((name) => (
                <Th key={name}>{t(`field.${name}`)}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {data.map((flavor, rowIndex) => {
              const id = textAt(flavor, 'id')
              return (
                <Tr key={id} isRowSelected={draft.flavorId === id}>
                  <Td
                    select={{
                      ...{ rowIndex, variant: 'radio', isSelected: draft.flavorId === id },
                      onSelect: () => change({ flavorId: id }),
                    }}
                  />
                  <Td dataLabel={t('field.name')}>{textAt(flavor, 'name')}</Td>
                  <Td dataLabel={t('field.vcpus')}>{textAt(flavor, 'vcpus')}</Td>
                  <Td dataLabel={t('field.ram')}>{readableBytes(Number(flavor.ram) * 1024 ** 2)}</Td>
                  <Td dataLabel={t('field.disk')}>{readableBytes(Number(flavor.disk) * 1024 ** 3)}</Td>
                </Tr>
              )
            })}
          </Tbody>
        </Table>
      </FlexItem>
      <FlexItem>
        <QuotaPreview draft={draft} />
      </FlexItem>
    </Flex>
  )
}
