import { validateTemplate } from '@nimbo/contracts/orchestration/templates'
import { ActionGroup, Button, Content, Form } from '@patternfly/react-core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { Fields } from '../form/fields.tsx'
import { askedFields, useForm } from '../form/form-state.ts'
import { field } from '../panel/form-spec.ts'
import type { Values } from '../panel/values.ts'
import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import type { CheckedTemplate } from './template-source.ts'

const asked = askedFields(validateTemplate, {
  fields: [
    field('template', { as: 'file-text', required: true }),
    field('environment', { as: 'file-text', advanced: true }),
  ],
})

interface Props {
  /** The template and the environment to begin with. */
  readonly initial: {
    readonly template: string | undefined
    readonly environment?: string | undefined
  }
  done(checked: CheckedTemplate): void
  giveUp(): void
}

/** Accepts a template and has Heat validate it. */
export const TemplateForm = ({ initial, done, giveUp }: Props) => {
  const { t } = useTranslation()
  const { project } = useSession()
  const form = useForm(asked, { template: initial.template, environment: initial.environment })
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (values: Values): Promise<CheckedTemplate> => {
      const template = String(values.template)
      const environment = values.environment === undefined ? undefined : String(values.environment)
      const request = {
        path: { tenant_id: project?.id ?? '' },
        body: { template, ...(environment === undefined ? {} : { environment }) },
      }
      const { body } = await clientOf(orchestrationApi).perform(validateTemplate, request)
      return { template, environment, described: body }
    },
    onSuccess: done,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const values = form.finish()
    if (values) mutate(values)
  }
  return (
    <Form onSubmit={send}>
      <Content component="p">{t('shell.stack.about')}</Content>
      {error && <ProblemAlert error={error} />}
      <Fields form={form} />
      <ActionGroup>
        <Button type="submit" isLoading={isPending} isDisabled={isPending}>
          {t('shell.wizard.next')}
        </Button>
        <Button variant="link" onClick={giveUp}>
          {t('shell.cancel')}
        </Button>
      </ActionGroup>
    </Form>
  )
}
