import { Button, MenuToggle, Select, SelectList, SelectOption } from '@patternfly/react-core'
import AngleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-left-icon'
import AngleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-right-icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListControls, pageSizes } from './list-state.ts'
import type { ListPage } from './use-list.ts'

/** Links to the previous and next page, with the total number if it is known. */
export const Pager = ({ list, state }: { readonly list: ListPage; readonly state: ListControls }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <nav className="nimbo-pager" aria-label={t('shell.list.pages')}>
      <span>
        {list.total === undefined
          ? t('shell.list.page', { page: list.page })
          : t('shell.list.total', { total: list.total, page: list.page })}
      </span>
      <Select
        isOpen={open}
        selected={state.limit}
        onSelect={(_, size) => {
          setOpen(false)
          state.setLimit(Number(size))
        }}
        onOpenChange={setOpen}
        toggle={(ref) => (
          <MenuToggle ref={ref} variant="plainText" onClick={() => setOpen(!open)} isExpanded={open}>
            {t('shell.list.perPage', { size: state.limit })}
          </MenuToggle>
        )}
      >
        <SelectList aria-label={t('shell.list.perPageLabel')}>
          {pageSizes.map((size) => (
            <SelectOption key={size} value={size}>
              {size}
            </SelectOption>
          ))}
        </SelectList>
      </Select>
      <Button
        variant="plain"
        icon={<AngleLeftIcon />}
        aria-label={t('shell.list.previous')}
        isDisabled={list.page === 1}
        onClick={list.previous}
      />
      <Button
        variant="plain"
        icon={<AngleRightIcon />}
        aria-label={t('shell.list.next')}
        isDisabled={!list.hasNext}
        onClick={list.next}
      />
    </nav>
  )
}
