import { Nav, NavGroup, NavItem, PageSidebar, PageSidebarBody } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Entry } from '../panel/entry.ts'
import { useSession } from '../session/session-context.ts'
import { offeredEntries } from './offered-entries.ts'

const pathOf = ({ area, name }: Entry): string => `/${area}/${name}`

/** Groups the entries by heading, in order. */
const grouped = (entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> =>
  Map.groupBy(entries, ({ area, group }) => `${area}.${group}`)

/** The navigation with all panels. */
export const Navigation = ({ open }: { readonly open: boolean }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const groups = grouped(offeredEntries(useSession()))
  return (
    <PageSidebar isSidebarOpen={open}>
      <PageSidebarBody>
        <Nav aria-label={t('shell.navigation')}>
          {[...groups].map(([heading, entries]) => (
            <NavGroup key={heading} title={t(`area.${heading}`)}>
              {entries.map((entry) => {
                const path = pathOf(entry)
                return (
                  <NavItem
                    key={path}
                    itemId={path}
                    isActive={pathname === path || pathname.startsWith(`${path}/`)}
                  >
                    <Link to={path}>{t(`panel.${entry.name}.many`)}</Link>
                  </NavItem>
                )
              })}
            </NavGroup>
          ))}
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  )
}
