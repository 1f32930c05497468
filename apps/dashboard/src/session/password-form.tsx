import { useTranslation } from 'react-i18next'
import { LoginForm } from './login-form.tsx'
import type { WayInProps } from './way-in-props.ts'

export const PasswordForm = ({ enter, refused }: WayInProps) => {
  const { t } = useTranslation()
  return (
    <LoginForm
      refused={refused}
      fields={[
        { name: 'user', label: t('shell.login.user'), autoComplete: 'username' },
        {
          name: 'password',
          label: t('shell.login.password'),
          secret: true,
          autoComplete: 'current-password',
        },
        { name: 'domain', label: t('shell.login.domain'), initially: 'Default' },
        { name: 'project', label: t('shell.login.project'), required: false },
      ]}
      enter={({ user = '', password = '', domain = '', project = '' }) =>
        enter({ method: 'password', user, password, domain, ...(project === '' ? {} : { project }) })
      }
    />
  )
}
