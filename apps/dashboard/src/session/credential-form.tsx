import { useTranslation } from 'react-i18next'
import { LoginForm } from './login-form.tsx'
import type { WayInProps } from './way-in-props.ts'

export const CredentialForm = ({ enter, refused }: WayInProps) => {
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
