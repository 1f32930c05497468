import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RowMenu } from '../action/row-menu.tsx'
import { Cell } from '../cell/cell.tsx'
import { idClass } from '../cell/id-class.ts'
import { shownOf } from '../cell/text-of.ts'
import type { Column } from '../panel/column.ts'
import type { Item } from '../panel/item.ts'
import { keyOf, nameOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import type { ListControls } from './list-state.ts'
import { sortingOf } from './sorting.ts'

interface Props {
  readonly panel: Panel
  readonly within: Within
  readonly columns: readonly Column[]
  readonly items: readonly Item[]
  readonly state: ListControls
  readonly selected: readonly string[]
  select(keys: readonly string[]): void
  /** Path of an item's page; undefined if it has none. */
  addressOf(item: Item): string | undefined
}

const FirstCell = ({ address, text }: { readonly address: string; readonly text: string }) => (
  <Link to={address} {...idClass(text)}>
    {text}
  </Link>
)

/** The table of a list's items. */
export const Rows = ({ panel, within, columns, items, state, selected, select, addressOf }: Props) => {
  const { t } = useTranslation()
  const keys = items.map((item) => keyOf(panel, item))
  const batch = panel.remove !== undefined || panel.actions?.some((action) => action.batch) === true
  const menu = panel.remove !== undefined || panel.update !== undefined || (panel.actions ?? []).length > 0
  const toggle = (key: string, on: boolean) =>
    select(on ? [...selected, key] : selected.filter((each) => each !== key))
  return (
    <Table variant="compact" aria-label={t(`panel.${panel.id}.many`)}>
      <Thead>
        <Tr>
          {batch && (
            <Th
              aria-label={t('shell.list.selectAll')}
              select={{
                isSelected: keys.length > 0 && keys.every((key) => selected.includes(key)),
                onSelect: (_, on) => select(on ? keys : []),
              }}
            />
          )}
          {columns.map((column, index) => {
            const sort = sortingOf(panel, columns, index, state)
            return (
              <Th key={column.name} {...(sort ? { sort } : {})} modifier="nowrap">
                {t(`field.${column.label ?? column.name}`)}
              </Th>
            )
          })}
          {menu && <Th screenReaderText={t('shell.list.actions')} />}
        </Tr>
      </Thead>
      <Tbody>
        {items.map((item, rowIndex) => {
          const key = keyOf(panel, item)
          const address = addressOf(item)
          return (
            <Tr key={key} isRowSelected={selected.includes(key)}>
              {batch && (
                <Td
                  select={{
                    rowIndex,
                    isSelected: selected.includes(key),
                    onSelect: (_, on) => toggle(key, on),
                  }}
                />
              )}
              {columns.map((column, index) => (
                <Td
                  key={column.name}
                  dataLabel={t(`field.${column.label ?? column.name}`)}
                  modifier={index === 0 ? 'breakWord' : 'wrap'}
                >
                  {index === 0 && address !== undefined ? (
                    <FirstCell
                      address={address}
                      text={String(shownOf(column, item) || nameOf(item) || key)}
                    />
                  ) : (
                    <Cell column={column} item={item} />
                  )}
                </Td>
              ))}
              {menu && (
                <Td isActionCell>
                  <RowMenu panel={panel} item={item} within={within} />
                </Td>
              )}
            </Tr>
          )
        })}
      </Tbody>
    </Table>
  )
}
