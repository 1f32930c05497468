import { LoginPage as LoginFrame, Tab, Tabs, TabTitleText } from '@patternfly/react-core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { HttpFault } from '../api/http-fault.ts'
import { CredentialForm } from './credential-form.tsx'
import { takePlace } from './kept-place.ts'
import { PasswordForm } from './password-form.tsx'
import { sessionKey } from './query-keys.ts'
import { type Login, logIn } from './session-api.ts'
import { SignOnButtons } from './sign-on-buttons.tsx'

/** The login page, with password, application credential, identity provider, or the link that `nimbo up` printed. */
export const LoginPage = ({ problem }: { readonly problem: string | undefined }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const go = useNavigate()
  const { hash } = useLocation()
  const [refused, setRefused] = useState(problem)
  const [way, setWay] = useState<string | number>('password')
  const enter = async (login: Login) => {
    try {
      queries.setQueryData(sessionKey, await logIn(login))
    } catch (error) {
      const wrong = error instanceof HttpFault && error.status === 401
      setRefused(wrong ? t('shell.login.refused') : t('shell.login.failed', { reason: String(error) }))
    }
  }
  // In the fragment of the URL, which browsers do not send, so that no server logs it.
  const code = new URLSearchParams(hash.slice(1)).get('code')
  // The code of a link can be used only once.
  const used = useRef<string>(undefined)
  useEffect(() => {
    if (code === null || used.current === code) return
    used.current = code
    void go(takePlace(), { replace: true })
    void enter({ method: 'link', code })
  })
  return (
    <LoginFrame loginTitle={t('shell.login.title')} textContent={t('shell.login.about')}>
      <h1 className="pf-v6-u-screen-reader">Nimbo</h1>
      <Tabs activeKey={way} onSelect={(_, key) => setWay(key)} aria-label={t('shell.login.ways')}>
        <Tab eventKey="password" title={<TabTitleText>{t('shell.login.password')}</TabTitleText>}>
          <PasswordForm enter={enter} refused={refused} />
        </Tab>
        <Tab eventKey="credential" title={<TabTitleText>{t('shell.login.credential')}</TabTitleText>}>
          <CredentialForm enter={enter} refused={refused} />
        </Tab>
      </Tabs>
      <SignOnButtons />
    </LoginFrame>
  )
}
