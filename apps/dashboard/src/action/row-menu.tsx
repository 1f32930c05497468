import { Divider, Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core'
import EllipsisVIcon from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { downloadFrom } from '../api/download.ts'
import type { Item } from '../panel/item.ts'
import { labelOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { ActionDialog } from './action-dialog.tsx'
import { type Entry, useEntries } from './menu-entries.ts'

interface Props {
  readonly panel: Panel
  readonly item: Item
  readonly within: Within
  /** Shows a labelled button (on the page of an item) instead of three dots (in a table). */
  readonly worded?: boolean
  readonly afterDelete?: () => void
}

/** The action menu of an item. Actions that its state does not allow are shown disabled, with the reason. */
export const RowMenu = ({ panel, item, within, worded = false, afterDelete }: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Entry>()
  const go = useNavigate()
  const follow = (entry: Entry) => {
    if (entry.hindrance !== undefined) return
    const { action } = entry
    if (typeof action === 'object' && action.opens) void go(action.opens(item))
    else if (typeof action === 'object' && action.downloads)
      // The name of an object may contain slashes.
      downloadFrom(action.downloads(item, within), labelOf(panel, item).split('/').at(-1) ?? '')
    else setChosen(entry)
  }
  const entries = useEntries(panel, item, within, open)
  const label = t('shell.list.actionsOf', { name: labelOf(panel, item) })
  return (
    <>
      <Dropdown
        isOpen={open}
        onOpenChange={setOpen}
        onSelect={() => setOpen(false)}
        popperProps={{ position: 'right' }}
        isScrollable
        maxMenuHeight="70vh"
        toggle={(ref) => (
          <MenuToggle
            ref={ref}
            variant={worded ? 'primary' : 'plain'}
            aria-label={label}
            isExpanded={open}
            onClick={() => setOpen(!open)}
            {...(worded ? {} : { icon: <EllipsisVIcon /> })}
          >
            {worded ? t('shell.list.actions') : undefined}
          </MenuToggle>
        )}
      >
        <DropdownList aria-label={label}>
          {entries.flatMap((entry) => [
            ...(entry.danger && entries.length > 1 ? [<Divider key="divider" component="li" />] : []),
            <DropdownItem
              key={entry.id}
              isAriaDisabled={entry.hindrance !== undefined}
              isDanger={entry.danger}
              {...(entry.hindrance
                ? { description: t(`shell.why.${entry.hindrance.why}`, { ...entry.hindrance.values }) }
                : {})}
              onClick={() => follow(entry)}
            >
              {t(`action.${entry.id}`)}
            </DropdownItem>,
          ])}
        </DropdownList>
      </Dropdown>
      {chosen && (
        <ActionDialog
          panel={panel}
          item={item}
          within={within}
          action={chosen.action}
          close={() => setChosen(undefined)}
          {...(afterDelete ? { afterDelete } : {})}
        />
      )}
    </>
  )
}
