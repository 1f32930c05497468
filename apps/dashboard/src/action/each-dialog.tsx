import { Button, Form, Modal, ModalBody, ModalFooter, ModalHeader, Spinner } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { readItems } from '../api/items.ts'
import { Fields } from '../form/fields.tsx'
import { askedFields, useForm } from '../form/form-state.ts'
import type { ActionSpec, OnEach } from '../panel/action-spec.ts'
import { useArea } from '../panel/area-context.ts'
import type { Item } from '../panel/item.ts'
import { labelOf, type Panel } from '../panel/panel.ts'
import { type FoundPanel, usePanel } from '../panel/panels-context.ts'
import type { Values } from '../panel/values.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { perform } from './perform.ts'

interface Props {
  readonly panel: Panel
  readonly item: Item
  readonly action: ActionSpec
  readonly onEach: OnEach
  close(): void
}

/** The items of the other panel that belong to the item. The list is not read again while the action removes items from it. */
const useBelonging = (found: FoundPanel | undefined, within: ReturnType<OnEach['within']>) =>
  useQuery({
    queryKey: ['on each', found?.panel.id, within],
    queryFn: async () => (found ? readItems(clientOf(found.panel.api), found.panel, within) : []),
    enabled: found !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

interface Asked {
  readonly title: string
  readonly name: string
  readonly action: ActionSpec
  close(): void
  done(values: Values): void
}

/** Asks for the values that the action needs. */
const Ask = ({ title, name, action, close, done }: Asked) => {
  const form = useForm(askedFields(action.operation, action.form ?? { fields: [] }), {})
  const send = (event: FormEvent) => {
    event.preventDefault()
    const values = form.finish()
    if (values) done(values)
  }
  return (
    <Modal isOpen onClose={close} variant="medium" aria-labelledby="each-title">
      <ModalHeader title={title} description={name} labelId="each-title" />
      <ModalBody>
        <Form id="each-form" onSubmit={send}>
          <Fields form={form} />
        </Form>
      </ModalBody>
      <DialogButtons word={title} busy={false} close={close} type="submit" form="each-form" />
    </Modal>
  )
}

/** Performs an action on each item that belongs to this one: asks for its values first, then confirms with the list. */
export const EachDialog = ({ panel, item, action, onEach, close }: Props) => {
  const { t } = useTranslation()
  const found = usePanel(onEach.panel, useArea())
  const { data: items, error } = useBelonging(found, onEach.within(item))
  const [values, setValues] = useState<Values>()
  const each = found?.panel.actions?.find(({ id }) => id === onEach.action)
  const title = t(`action.${action.id}`)
  if (found && each && items && items.length > 0)
    return values === undefined && each.form ? (
      <Ask title={title} name={labelOf(panel, item)} action={each} close={close} done={setValues} />
    ) : (
      <BatchDialog
        panel={found.panel}
        items={items}
        verb={action.id}
        run={(one) => perform(found.panel, each, one, {}, values)}
        close={close}
      />
    )
  return (
    <Modal isOpen onClose={close} variant="small" aria-labelledby="each-title">
      <ModalHeader title={title} description={labelOf(panel, item)} labelId="each-title" />
      <ModalBody>
        {error && <ProblemAlert error={error} />}
        {items ? (
          t('shell.list.empty', { kind: t(`panel.${onEach.panel}.many`) })
        ) : (
          <Spinner size="lg" aria-label={t('shell.loading')} />
        )}
      </ModalBody>
      <ModalFooter>
        <Button onClick={close}>{t('shell.done')}</Button>
      </ModalFooter>
    </Modal>
  )
}
