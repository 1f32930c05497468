import {
  Divider,
  Dropdown,
  DropdownGroup,
  DropdownItem,
  DropdownList,
  MenuToggle,
} from '@patternfly/react-core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { logOut } from '../session/session-api.ts'
import { useSession } from '../session/session-context.ts'
import { isLanguage, languages } from '../words/languages.ts'
import { keepLanguage } from '../words/preferred-language.ts'
import { speak } from '../words/speak.ts'
import { chooseTheme, chosenTheme, themes } from './theme.ts'

/** The user's name, with a menu for language, theme and logout. */
export const UserMenu = () => {
  const { t, i18n } = useTranslation()
  const { user } = useSession()
  const go = useNavigate()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [theme, setTheme] = useState(chosenTheme)
  const leave = async () => {
    await logOut()
    queries.clear()
    globalThis.location.assign('/dashboard/')
  }
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'right' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plainText"
          isExpanded={open}
          onClick={() => setOpen(!open)}
          aria-label={t('shell.user.label', { name: user.name })}
        >
          {user.name}
        </MenuToggle>
      )}
    >
      <DropdownGroup label={t('shell.user.language')}>
        <DropdownList aria-label={t('shell.user.language')}>
          {Object.entries(languages).map(([language, { name }]) => (
            <DropdownItem
              key={language}
              lang={language}
              isSelected={i18n.language === language}
              onClick={() => {
                if (!isLanguage(language)) return
                keepLanguage(language)
                void speak(language)
              }}
            >
              {name}
            </DropdownItem>
          ))}
        </DropdownList>
      </DropdownGroup>
      <Divider />
      <DropdownGroup label={t('shell.user.theme')}>
        <DropdownList aria-label={t('shell.user.theme')}>
          {themes.map((each) => (
            <DropdownItem
              key={each}
              isSelected={theme === each}
              onClick={() => {
                chooseTheme(each)
                setTheme(each)
              }}
            >
              {t(`shell.theme.${each}`)}
            </DropdownItem>
          ))}
        </DropdownList>
      </DropdownGroup>
      <Divider />
      <DropdownList aria-label={t('shell.user.account')}>
        <DropdownItem onClick={() => void go('/settings/preferences')}>
          {t('shell.user.settings')}
        </DropdownItem>
        <DropdownItem onClick={() => void leave()}>{t('shell.user.leave')}</DropdownItem>
      </DropdownList>
    </Dropdown>
  )
}
