import { Form, Modal, ModalBody, ModalHeader } from '@patternfly/react-core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../action/dialog-buttons.tsx'
import { ReplyDialog } from '../action/reply-dialog.tsx'
import { clientOf } from '../api/api-clients.ts'
import { pathOf } from '../api/items.ts'
import type { FormSpec } from '../panel/form-spec.ts'
import type { Values } from '../panel/values.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { useToast } from '../shell/toasts-context.ts'
import { CommandHint } from './command-hint.tsx'
import { commandLine } from './command-line.ts'
import { Fields } from './fields.tsx'
import { askedFields, useForm } from './form-state.ts'

interface Props {
  readonly panel: Panel
  readonly create: FormSpec
  readonly within: Within
  close(): void
}

/** The dialog that creates a resource. */
export const CreateDialog = ({ panel, create, within, close }: Props) => {
  const { t } = useTranslation()
  const tell = useToast()
  const queries = useQueryClient()
  const form = useForm(askedFields(create.operation, create), within.initial ?? {})
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async (values: Values) => {
      const plain = create.key === undefined ? values : { [create.key]: values }
      const body = create.body ? create.body(values, {}, within) : plain
      const path = pathOf({ ...within.path, ...create.path?.(values, {}) })
      const request = {
        path,
        ...(body === undefined ? {} : { body }),
        ...(create.headers ? { headers: create.headers(values, {}, within) } : {}),
      }
      return (await clientOf(panel.api).perform(create.operation, request)).body
    },
    onSuccess: (_, values) => {
      tell({
        look: 'success',
        title: t('shell.made', { kind: t(`panel.${panel.id}.one`), name: values.name ?? '' }),
      })
      void queries.invalidateQueries({ queryKey: [panel.kind ?? panel.id] })
      if (!create.shows) close()
    },
  })
  const title = t('shell.create', { kind: t(`panel.${panel.id}.one`) })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const values = form.finish()
    if (values) mutate(values)
  }
  if (data !== undefined && create.shows)
    return <ReplyDialog title={title} about={t('shell.onlyNow')} text={create.shows(data)} close={close} />
  return (
    <Modal
      isOpen
      onClose={close}
      variant="medium"
      aria-labelledby="create-title"
      elementToFocus="#create-form :is(input, select, textarea)"
    >
      <ModalHeader title={title} labelId="create-title" />
      <ModalBody>
        <Form id="create-form" onSubmit={send}>
          {error && <ProblemAlert error={error} />}
          <Fields form={form} />
          <CommandHint text={commandLine(create, form.values)} />
        </Form>
      </ModalBody>
      <DialogButtons
        word={t('action.create')}
        busy={isPending}
        close={close}
        type="submit"
        form="create-form"
      />
    </Modal>
  )
}
