import { Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionSpec } from '../panel/action-spec.ts'
import type { Item } from '../panel/item.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { perform, remove } from './perform.ts'

interface Props {
  readonly panel: Panel
  readonly within: Within
  readonly items: readonly Item[]
  done(): void
}

type Chosen = ActionSpec | 'delete'

/** The menu of batch actions on the selected items. */
export const BatchMenu = ({ panel, within, items, done }: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const actions: readonly Chosen[] = [
    ...(panel.actions ?? []).filter(({ batch }) => batch),
    ...(panel.remove ? (['delete'] as const) : []),
  ]
  const idOf = (one: Chosen): string => (one === 'delete' ? one : one.id)
  const runOn = async (one: Chosen, item: Item): Promise<unknown> => {
    const hindrance = (one === 'delete' ? panel.remove : one)?.hindered?.(item)
    if (hindrance) throw new Error(t(`shell.why.${hindrance.why}`, { ...hindrance.values }))
    return one === 'delete' ? remove(panel, item, within) : perform(panel, one, item, within)
  }
  if (actions.length === 0) return null
  return (
    <>
      <Dropdown
        isOpen={open}
        onOpenChange={setOpen}
        onSelect={() => setOpen(false)}
        toggle={(ref) => (
          <MenuToggle
            ref={ref}
            isDisabled={items.length === 0}
            isExpanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('shell.list.selected', { count: items.length })}
          </MenuToggle>
        )}
      >
        <DropdownList aria-label={t('shell.list.selected', { count: items.length })}>
          {actions.map((one) => (
            <DropdownItem key={idOf(one)} isDanger={one === 'delete'} onClick={() => setChosen(one)}>
              {t(`action.${idOf(one)}`)}
            </DropdownItem>
          ))}
        </DropdownList>
      </Dropdown>
      {chosen !== undefined && (
        <BatchDialog
          panel={panel}
          items={items}
          verb={idOf(chosen)}
          danger={chosen === 'delete'}
          run={(item) => runOn(chosen, item)}
          close={() => {
            setChosen(undefined)
            done()
          }}
        />
      )}
    </>
  )
}
