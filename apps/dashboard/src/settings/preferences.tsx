import { Form, FormGroup, FormSelect, FormSelectOption, PageSection, Title } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, chosenTheme, themes } from '../shell/theme.ts'
import { usePageTitle } from '../shell/use-page-title.ts'
import { isLanguage, languages } from '../words/languages.ts'
import { keepLanguage } from '../words/preferred-language.ts'
import { speak } from '../words/speak.ts'

/** The theme and the language in this browser. */
export const Preferences = () => {
  const { t, i18n } = useTranslation()
  const [theme, setTheme] = useState(chosenTheme)
  const title = t('panel.preferences.many')
  usePageTitle(title)
  const chooseLanguage = (language: string) => {
    if (!isLanguage(language)) return
    keepLanguage(language)
    void speak(language)
  }
  const paint = (wanted: string) => {
    const found = themes.find((each) => each === wanted) ?? 'system'
    chooseTheme(found)
    setTheme(found)
  }
  return (
    <PageSection isWidthLimited>
      <Title headingLevel="h1">{title}</Title>
      <Form>
        <FormGroup label={t('shell.user.language')} fieldId="language">
          <FormSelect
            id="language"
            value={i18n.language}
            onChange={(_, language) => chooseLanguage(language)}
          >
            {Object.entries(languages).map(([language, { name }]) => (
              <FormSelectOption key={language} value={language} label={name} />
            ))}
          </FormSelect>
        </FormGroup>
        <FormGroup label={t('shell.user.theme')} fieldId="theme">
          <FormSelect id="theme" value={theme} onChange={(_, wanted) => paint(wanted)}>
            {themes.map((each) => (
              <FormSelectOption key={each} value={each} label={t(`shell.theme.${each}`)} />
            ))}
          </FormSelect>
        </FormGroup>
      </Form>
    </PageSection>
  )
}
