import { NavExpandable, NavItem } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Entry } from '../panel/entry.ts'
import { GroupIcon } from './group-icon.tsx'

const pathOf = ({ area, name }: Entry): string => `/${area}/${name}`

/** A group of the navigation, expanded while one of its pages is open. A group with one entry is shown as that entry alone. */
export const NavigationGroup = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [turned, setTurned] = useState<boolean>()
  const isHere = (entry: Entry): boolean =>
    pathname === pathOf(entry) || pathname.startsWith(`${pathOf(entry)}/`)
  const [first] = entries
  if (!first) return null
  const alone = entries.length === 1
  const icon = <GroupIcon group={first.group} />
  const items = entries.map((entry) => (
    <NavItem key={pathOf(entry)} itemId={pathOf(entry)} isActive={isHere(entry)}>
      <Link to={pathOf(entry)}>
        {alone && <span className="pf-v6-c-nav__link-icon">{icon}</span>}
        {t(`panel.${entry.name}.many`)}
      </Link>
    </NavItem>
  ))
  if (alone) return items
  const current = entries.some(isHere)
  return (
    <NavExpandable
      title={t(`area.${first.area}.${first.group}`)}
      icon={icon}
      isActive={current}
      isExpanded={turned ?? current}
      onExpand={(_, wanted) => setTurned(wanted)}
    >
      {items}
    </NavExpandable>
  )
}
