import { ActionGroup, Alert, Button, Form, PageSection, Title } from '@patternfly/react-core'
import { identityApi } from '@nimbo/contracts/identity/api'
import { changePassword } from '@nimbo/contracts/identity/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { Fields } from '../form/fields.tsx'
import { askedFields, useForm } from '../form/form-state.ts'
import { field } from '../panel/form-spec.ts'
import type { Values } from '../panel/values.ts'
import { sessionKey } from '../session/query-keys.ts'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { usePageTitle } from '../shell/use-page-title.ts'

const names = ['original_password', 'password', 'password_again'] as const
const asked = askedFields(changePassword, {
  key: 'user',
  fields: names.map((name) => field(name, { as: 'secret', required: true })),
})

/** Changes the user's own password. This revokes the user's tokens, so a new login is needed. */
export const Password = () => {
  const { t } = useTranslation()
  const { user } = useSession()
  const queries = useQueryClient()
  const form = useForm(asked, {})
  const title = t('panel.password.many')
  usePageTitle(title)
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ original_password, password }: Values) =>
      clientOf(identityApi).perform(changePassword, {
        path: { user_id: user.id },
        body: { user: { original_password, password } },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionKey }),
  })
  const { password, password_again: again } = form.values
  const differ = again !== undefined && password !== again
  const send = (event: FormEvent) => {
    event.preventDefault()
    const values = form.finish()
    if (values && !differ) mutate(values)
  }
  return (
    <PageSection isWidthLimited>
      <Title headingLevel="h1">{title}</Title>
      <Form onSubmit={send}>
        {error && <ProblemAlert error={error} />}
        {differ && <Alert component="p" isInline variant="warning" title={t('shell.password.differ')} />}
        <Fields form={form} />
        <ActionGroup>
          <Button type="submit" isLoading={isPending} isDisabled={isPending || differ}>
            {title}
          </Button>
        </ActionGroup>
      </Form>
    </PageSection>
  )
}
