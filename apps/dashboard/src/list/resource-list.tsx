import { isRemote } from '@nimbo/operation/client/remote-fault'
import { Alert, Button, EmptyState, EmptyStateBody, Skeleton } from '@patternfly/react-core'
import CubesIcon from '@patternfly/react-icons/dist/esm/icons/cubes-icon'
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { longestWhole } from '../api/items.ts'
import type { Item } from '../panel/item.ts'
import { keyOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { ForbiddenList } from './forbidden-list.tsx'
import { useColumns } from './kept-columns.ts'
import { useListState } from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { Pager } from './pager.tsx'
import { Rows } from './rows.tsx'
import { useList } from './use-list.ts'

interface Props {
  readonly panel: Panel
  readonly within?: Within | undefined
  /** Base path of the items' pages; undefined if they have none. */
  readonly base?: string | undefined
}

const nowhere: Within = {}

/** The list of a panel: toolbar with filters, table and pager. */
export const ResourceList = ({ panel, within = nowhere, base }: Props) => {
  const { t } = useTranslation()
  const state = useListState()
  const columns = useColumns(panel)
  const list = useList(panel, within, state)
  const [selected, select] = useState<readonly string[]>([])
  const chosen = list.items.filter((item) => selected.includes(keyOf(panel, item)))
  const addressOf = (item: Item) =>
    base === undefined ? undefined : `${base}/${encodeURIComponent(keyOf(panel, item))}`
  const refused = isRemote(list.error, 403)
  const shown = !refused && list.items.length > 0
  const narrow = Object.keys(state.filters).length > 0
  return (
    <div aria-busy={list.pending}>
      <ListToolbar {...{ panel, within, state, columns, list, chosen }} unselect={() => select([])} />
      {list.error &&
        (refused ? (
          <ForbiddenList kind={t(`panel.${panel.id}.many`)} error={list.error} />
        ) : (
          <ProblemAlert error={list.error} />
        ))}
      {list.cut && (
        <Alert
          component="p"
          isInline
          variant="info"
          title={t('shell.list.cut', { kind: t(`panel.${panel.id}.many`), most: longestWhole })}
        />
      )}
      {list.pending && <Skeleton height="12rem" screenreaderText={t('shell.loading')} />}
      {!list.pending && !list.error && list.items.length === 0 && (
        <EmptyState
          variant="sm"
          headingLevel="h2"
          icon={narrow ? SearchIcon : CubesIcon}
          titleText={t(narrow ? 'shell.list.nothingFound' : 'shell.list.empty', {
            kind: t(`panel.${panel.id}.many`),
          })}
        >
          {narrow && (
            <EmptyStateBody>
              <Button variant="link" onClick={state.clear}>
                {t('shell.list.clear')}
              </Button>
            </EmptyStateBody>
          )}
        </EmptyState>
      )}
      {shown && (
        <Rows
          {...{ panel, within, state, selected, select, addressOf }}
          columns={columns.shown}
          items={list.items}
        />
      )}
      {(shown || list.page > 1) && <Pager list={list} state={state} />}
    </div>
  )
}
