import {
  Divider,
  Dropdown,
  DropdownGroup,
  DropdownItem,
  DropdownList,
  MenuSearch,
  MenuSearchInput,
  MenuToggle,
  SearchInput,
} from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session-context.ts'
import type { Scope } from '../session/session-api.ts'
import { useScope } from './use-scope.ts'

/** With more projects than this, the menu has a search box. */
const few = 8

/** Shows the project and the region, and switches to others. */
export const ScopeMenu = () => {
  const { t } = useTranslation()
  const { project, projects, region, regions } = useSession()
  const turn = useScope()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const choose = (scope: Scope) => {
    setOpen(false)
    void turn(scope)
  }
  const found = projects.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  const current = project?.name ?? t('shell.scope.system')
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      isScrollable
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          isExpanded={open}
          onClick={() => setOpen(!open)}
          aria-label={t('shell.scope.label', { name: current })}
        >
          {current}
        </MenuToggle>
      )}
    >
      {projects.length > few && (
        <MenuSearch>
          <MenuSearchInput>
            <SearchInput
              aria-label={t('shell.scope.search')}
              value={wanted}
              onChange={(_, text) => setWanted(text)}
            />
          </MenuSearchInput>
        </MenuSearch>
      )}
      <DropdownGroup label={t('shell.scope.projects')}>
        <DropdownList aria-label={t('shell.scope.projects')}>
          {found.map(({ id, name }) => (
            <DropdownItem key={id} isSelected={id === project?.id} onClick={() => choose({ project_id: id })}>
              {name}
            </DropdownItem>
          ))}
        </DropdownList>
      </DropdownGroup>
      {regions.length > 1 && (
        <>
          <Divider />
          <DropdownGroup label={t('shell.scope.regions')}>
            <DropdownList aria-label={t('shell.scope.regions')}>
              {regions.map((name) => (
                <DropdownItem
                  key={name}
                  isSelected={name === region}
                  onClick={() => choose({ region: name })}
                >
                  {name}
                </DropdownItem>
              ))}
            </DropdownList>
          </DropdownGroup>
        </>
      )}
    </Dropdown>
  )
}
