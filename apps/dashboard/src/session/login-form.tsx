import { ActionGroup, Alert, Button, Form, FormGroup, TextInput } from '@patternfly/react-core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface LoginField {
  readonly name: string
  readonly label: string
  readonly secret?: boolean
  readonly initially?: string
  readonly required?: boolean
  /** The `autocomplete` attribute of the input. */
  readonly autoComplete?: string
}

interface Props {
  readonly fields: readonly LoginField[]
  readonly refused: string | undefined
  enter(values: Readonly<Record<string, string>>): Promise<void>
}

/** The fields of a login method, and the error of the last attempt. */
export const LoginForm = ({ fields, refused, enter }: Props) => {
  const { t } = useTranslation()
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(fields.map(({ name, initially = '' }) => [name, initially])),
  )
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await enter(values)
    setBusy(false)
  }
  return (
    <Form onSubmit={submit}>
      {refused && <Alert component="p" isInline variant="danger" title={refused} role="alert" />}
      {fields.map(({ name, label, secret, autoComplete, required = true }) => (
        <FormGroup key={name} label={label} fieldId={`login-${name}`} isRequired={required}>
          <TextInput
            id={`login-${name}`}
            type={secret ? 'password' : 'text'}
            autoComplete={autoComplete ?? 'off'}
            isRequired={required}
            value={values[name] ?? ''}
            onChange={(_, value) => setValues({ ...values, [name]: value })}
          />
        </FormGroup>
      ))}
      <ActionGroup>
        <Button type="submit" isBlock isLoading={busy} isDisabled={busy}>
          {t('shell.login.enter')}
        </Button>
      </ActionGroup>
    </Form>
  )
}
