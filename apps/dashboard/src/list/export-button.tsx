import { Button } from '@patternfly/react-core'
import DownloadIcon from '@patternfly/react-icons/dist/esm/icons/download-icon'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { download } from '../api/download.ts'
import { readItems } from '../api/items.ts'
import { problemOf } from '../api/problem.ts'
import { shownOf, textOf } from '../cell/text-of.ts'
import type { Column } from '../panel/column.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { useToast } from '../shell/toasts-context.ts'
import { csvOf } from './csv.ts'
import { listQuery } from './list-query.ts'
import type { ListState } from './list-state.ts'
import { narrowed } from './narrow.ts'

interface Props {
  readonly panel: Panel
  readonly within: Within
  readonly state: ListState
  readonly columns: readonly Column[]
}

/** The maximum number of lines of a file. */
const mostLines = 100_000

/** Downloads the whole filtered list as CSV, with the shown columns. */
export const ExportButton = ({ panel, within, state, columns }: Props) => {
  const { t, i18n } = useTranslation()
  const tell = useToast()
  const give = async () => {
    const { limit: _, marker: __, ...query } = listQuery(panel, { ...state, markers: [] })
    const items = narrowed(
      panel,
      await readItems(clientOf(panel.api), panel, within, query, mostLines),
      state,
    )
    const head = columns.map(({ name, label }) => t(`field.${label ?? name}`))
    const rows = items.map((item) =>
      columns.map((column) =>
        textOf(
          { ...column, ...(column.look === 'date' ? { look: 'text' } : {}) },
          shownOf(column, item),
          t,
          i18n.language,
        ),
      ),
    )
    download(`${panel.id}.csv`, csvOf([head, ...rows]), 'text/csv;charset=utf-8')
  }
  return (
    <Button
      variant="plain"
      icon={<DownloadIcon />}
      aria-label={t('shell.list.csv')}
      title={t('shell.list.csv')}
      onClick={() =>
        void give().catch((error: unknown) =>
          tell({ look: 'danger', title: t('shell.list.csv'), body: problemOf(error).message }),
        )
      }
    />
  )
}
