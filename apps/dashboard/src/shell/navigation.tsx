import { Nav, NavGroup, NavList, PageSidebar, PageSidebarBody } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import type { Entry } from '../panel/entry.ts'
import { useSession } from '../session/session-context.ts'
import { NavigationGroup } from './navigation-group.tsx'
import { offeredEntries } from './offered-entries.ts'

/** The groups of an area, in order. */
const Groups = ({ entries }: { readonly entries: readonly Entry[] }) =>
  [...Map.groupBy(entries, ({ group }) => group).values()].map((members) => (
    <NavigationGroup key={members[0]?.group} entries={members} />
  ))

/** The navigation with all panels, by area and group. */
export const Navigation = ({ open }: { readonly open: boolean }) => {
  const { t } = useTranslation()
  const areas = Map.groupBy(offeredEntries(useSession()), ({ area }) => area)
  return (
    <PageSidebar isSidebarOpen={open}>
      <PageSidebarBody>
        <Nav aria-label={t('shell.navigation')} className="nimbo-navigation">
          {[...areas].map(([area, entries]) =>
            // An area with a single group has no title of its own: the group's title is enough.
            entries.every(({ group }) => group === entries[0]?.group) ? (
              <NavList key={area}>
                <Groups entries={entries} />
              </NavList>
            ) : (
              <NavGroup key={area} title={t(`shell.area.${area}`)}>
                <Groups entries={entries} />
              </NavGroup>
            ),
          )}
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  )
}
