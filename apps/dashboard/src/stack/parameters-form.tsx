import { createStack, previewStack, updateStack } from '@nimbo/contracts/orchestration/stacks'
import { ActionGroup, Button, Content, Form, FormSection } from '@patternfly/react-core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { ReplyDialog } from '../action/reply-dialog.tsx'
import { Fields } from '../form/fields.tsx'
import { askedFields, useForm } from '../form/form-state.ts'
import { initialOf } from '../form/initial-of.ts'
import { field } from '../panel/form-spec.ts'
import type { Values } from '../panel/values.ts'
import { isItem, type Item, textAt } from '../panel/item.ts'
import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { givenValues, parameterFields, parameterValues } from './parameter-fields.ts'
import { previewText } from './preview-text.ts'
import type { CheckedTemplate } from './template-source.ts'

const named = field('stack_name', { label: 'name', required: true })
const about = [
  field('timeout_mins', { as: 'number', initial: 60 }),
  field('disable_rollback', { as: 'switch', initial: true }),
  field('tags', { as: 'list', advanced: true }),
]
const forNew = askedFields(createStack, { fields: [named, ...about] })
const forChange = askedFields(updateStack, { fields: about })

interface Props {
  readonly checked: CheckedTemplate
  /** The stack to update; undefined to create one. */
  readonly stack: Item | undefined
  back(): void
  /** Called with the key of the stack. */
  done(key: string): void
}

/** The request body with the template; tags are joined by commas, as python-heatclient does. */
const bodyOf = ({ template, environment }: CheckedTemplate, values: Values, parameters: Values) => {
  const { tags, ...rest } = values
  return {
    ...{ template, ...(environment === undefined ? {} : { environment }), ...rest, parameters },
    ...(Array.isArray(tags) && tags.length > 0 ? { tags: tags.join(',') } : {}),
  }
}

/** Asks for the parameters of a template, and creates or updates the stack. */
export const ParametersForm = ({ checked, stack, back, done }: Props) => {
  const { t } = useTranslation()
  const { project } = useSession()
  const queries = useQueryClient()
  const parameters = parameterFields(checked.described)
  const form = useForm(stack === undefined ? forNew : forChange, {
    ...(stack === undefined ? {} : initialOf(forChange, stack)),
  })
  const values = useForm(parameters, givenValues(parameters, stack?.parameters))
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ([wanted, given]: readonly [Values, Values]): Promise<string> => {
      const client = clientOf(orchestrationApi)
      const path = { tenant_id: project?.id ?? '' }
      const body = bodyOf(checked, wanted, parameterValues(parameters, given))
      if (stack !== undefined) {
        const [stack_name, stack_id] = [textAt(stack, 'stack_name'), textAt(stack, 'id')]
        await client.perform(updateStack, { path: { ...path, stack_name, stack_id }, body })
        return `${stack_name} ${stack_id}`
      }
      const { body: reply } = await client.perform(createStack, { path, body })
      const made = isItem(reply) && isItem(reply.stack) ? textAt(reply.stack, 'id') : ''
      return `${String(wanted.stack_name)} ${made}`
    },
    onSuccess: (key) => {
      void queries.invalidateQueries({ queryKey: ['stack'] })
      done(key)
    },
  })
  const preview = useMutation({
    mutationFn: async (body: Values): Promise<string> => {
      const path = { tenant_id: project?.id ?? '' }
      const { body: reply } = await clientOf(orchestrationApi).perform(previewStack, { path, body })
      return previewText(reply)
    },
  })
  const look = () => {
    const [wanted, given] = [form.finish(), values.finish()]
    if (wanted && given) preview.mutate(bodyOf(checked, wanted, parameterValues(parameters, given)))
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const [wanted, given] = [form.finish(), values.finish()]
    if (wanted && given) mutate([wanted, given])
  }
  const described = isItem(checked.described) ? textAt(checked.described, 'Description') : ''
  return (
    <Form onSubmit={send}>
      {described !== '' && <Content component="p">{described}</Content>}
      {error && <ProblemAlert error={error} />}
      {preview.error && <ProblemAlert error={preview.error} />}
      {preview.data !== undefined && (
        <ReplyDialog title={t('shell.stack.preview')} text={preview.data} close={preview.reset} />
      )}
      <Fields form={form} />
      {parameters.length > 0 && (
        <FormSection title={t('shell.stack.parameters')} titleElement="h2">
          <Fields form={values} />
        </FormSection>
      )}
      <ActionGroup>
        <Button type="submit" isLoading={isPending} isDisabled={isPending}>
          {t(stack === undefined ? 'shell.wizard.launch' : 'action.update-stack')}
        </Button>
        {stack === undefined && (
          <Button variant="secondary" onClick={look} isLoading={preview.isPending}>
            {t('shell.stack.preview')}
          </Button>
        )}
        <Button variant="secondary" onClick={back}>
          {t('shell.wizard.back')}
        </Button>
      </ActionGroup>
    </Form>
  )
}
