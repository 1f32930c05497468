import { useTranslation } from 'react-i18next'
import { LoginForm } from './login-form.tsx'
import type { Login } from './session-api.ts'

interface Props {
  readonly refused: string | undefined
  enter(login: Login): Promise<void>
}

export const CredentialForm = ({ enter, refused }: Props) => {
  const { t } = useTranslation()
  return (
    <LoginForm
      refused={refused}
      fields={[
        { name: 'id', label: t('shell.login.credentialId') },
        { name: 'secret', label: t('shell.login.secret'), secret: true },
      ]}
      enter={({ id = '', secret = '' }) => enter({ method: 'application_credential', id, secret })}
    />
  )
}
