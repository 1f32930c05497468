import { Button, Toolbar, ToolbarContent, ToolbarGroup, ToolbarItem } from '@patternfly/react-core'
import SyncAltIcon from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon'
import { useTranslation } from 'react-i18next'
import { BatchMenu } from '../action/batch-menu.tsx'
import type { Item } from '../panel/item.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { CreateButton } from './create-button.tsx'
import { ExportButton } from './export-button.tsx'
import { Filters } from './filters.tsx'
import type { ChosenColumns } from './kept-columns.ts'
import type { ListControls } from './list-state.ts'
import type { ListPage } from './use-list.ts'

interface Props {
  readonly panel: Panel
  readonly within: Within
  readonly state: ListControls
  readonly columns: ChosenColumns
  readonly list: ListPage
  readonly chosen: readonly Item[]
  unselect(): void
}

/** The toolbar above a table. */
export const ListToolbar = ({ panel, within, state, columns, list, chosen, unselect }: Props) => {
  const { t } = useTranslation()
  return (
    <Toolbar
      clearAllFilters={state.clear}
      clearFiltersButtonText={t('shell.list.clear')}
      inset={{ default: 'insetNone' }}
    >
      <ToolbarContent>
        <Filters filters={panel.filters ?? []} state={state} />
        <ToolbarItem>
          <CreateButton panel={panel} within={within} />
        </ToolbarItem>
        <ToolbarItem>
          <BatchMenu panel={panel} within={within} items={chosen} done={unselect} />
        </ToolbarItem>
        <ToolbarGroup align={{ default: 'alignEnd' }} gap={{ default: 'gapNone' }}>
          <Button
            variant="plain"
            icon={<SyncAltIcon className={list.refreshing ? 'nimbo-turning' : ''} />}
            aria-label={t('shell.list.refresh')}
            title={t('shell.list.refresh')}
            onClick={list.refresh}
          />
          <ColumnChooser columns={columns} />
          <ExportButton panel={panel} within={within} state={state} columns={columns.shown} />
        </ToolbarGroup>
      </ToolbarContent>
    </Toolbar>
  )
}
